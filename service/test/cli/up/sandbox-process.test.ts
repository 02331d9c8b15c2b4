import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { needs } from '../../../../vitest.needs.ts'
import { startSandboxProcess } from '../../../src/cli/up/sandbox-process.ts'
import { folderForThisTest } from '../../support/cli.ts'

it('the sandbox gets its keys, and not on its command line', async test => {
  needs(test, 'Linux', process.platform === 'linux')
  const dataDir = folderForThisTest()
  const keys = { secretKey: 'sk_test_mine', publishableKey: 'pk_test_mine' }
  const sandbox = await startSandboxProcess({ name: 'sandbox', ...keys }, 0, dataDir)
  onTestFinished(sandbox.stop)
  const answer = await fetch(`${sandbox.url}/v1/customers`, {
    headers: { authorization: 'Bearer sk_test_mine' },
  })
  expect(answer.status).toBe(200)
  const line = commandLines().find(text => text.includes(dataDir)) ?? ''
  expect(line).toContain('--data-dir')
  expect(line).not.toContain('k_test_')
})

function commandLines(): string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
}
