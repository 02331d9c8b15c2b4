import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { needs } from '../../../../vitest.needs.ts'
import { startSandboxProcess } from '../../../src/cli/up/local-sandbox.ts'
import { folderForThisTest } from '../../support/cli.ts'

it('the sandbox gets its keys, and not on its command line', async test => {
  needs(test, 'Linux', process.platform === 'linux')
  const dataDir = folderForThisTest()
  const keys = { secretKey: 'sk_test_mine', publishableKey: 'pk_test_mine' }
  const sandbox = await startSandboxProcess({ name: 'sandbox', ...keys }, 0, dataDir, () => {})
  onTestFinished(sandbox.stop)
  const answer = await fetch(`${sandbox.url}/v1/customers`, {
    headers: { authorization: 'Bearer sk_test_mine' },
  })
  expect(answer.status).toBe(200)
  const line = commandLines().find(text => text.includes(dataDir)) ?? ''
  expect(line).toContain('--data-dir')
  expect(line).not.toContain('k_test_')
})

it('the sandbox’s message about an old data dir is passed on', async () => {
  const dataDir = folderForThisTest()
  mkdirSync(join(dataDir, 'sandbox'))
  const log = join(dataDir, 'sandbox', 'sandbox.log')
  writeFileSync(log, '[["c",0]]\n')
  const said: string[] = []
  const keys = { secretKey: 'sk_test_mine', publishableKey: 'pk_test_mine' }
  const platform = { name: 'sandbox', ...keys }
  const sandbox = await startSandboxProcess(platform, 0, dataDir, line => said.push(line))
  onTestFinished(sandbox.stop)
  const sentence = `svcpay-sandbox: ${log} is from another release, so the sandbox starts empty.`
  await expect.poll(() => said).toEqual([sentence])
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
