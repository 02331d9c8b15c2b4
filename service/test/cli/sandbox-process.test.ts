import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { startLocalSandbox } from '../../src/cli/local-sandbox.ts'
import { startSandboxProcess } from '../../src/cli/sandbox-process.ts'
import { newEncryptionKey, newOperatorToken } from '../../src/cli/secrets.ts'
import { readConfig, readUpConfig } from '../../src/config.ts'
import { folderForThisTest } from '../support/cli.ts'

it.runIf(process.platform === 'linux')('the sandbox gets its keys, and not on its command line', async () => {
  const dataDir = folderForThisTest()
  const settings = { dataDir, port: 0, secretKey: 'sk_test_mine', publishableKey: 'pk_test_mine' }
  const sandbox = await startSandboxProcess(settings)
  onTestFinished(sandbox.stop)
  const answer = await fetch(`${sandbox.url}/v1/customers`, {
    headers: { authorization: 'Bearer sk_test_mine' },
  })
  expect(answer.status).toBe(200)
  const line = commandLines().find(text => text.includes(dataDir)) ?? ''
  expect(line).toContain('--data-dir')
  expect(line).not.toContain('k_test_')
})

it.each(['sk_live_x', 'rk_live_x'])('the sandbox never gets a live key such as %s', async key => {
  const env = {
    STRIPE_SECRET_KEY: key,
    DATABASE_URL: 'postgres://127.0.0.1/none',
    SVC_OPERATOR_TOKEN: newOperatorToken(),
    SVC_ENCRYPTION_KEY: newEncryptionKey(),
    SVC_DATA_DIR: folderForThisTest(),
    SANDBOX_PORT: '0',
  }
  const start = startLocalSandbox(readConfig(env, 'up'), readUpConfig(env))
  await expect(start).rejects.toThrow(/^STRIPE_SECRET_KEY is a live key.*\.$/)
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
