import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newEncryptionKey } from '../../src/cli/data-dir.ts'
import { encryptionKeysOf } from '../../src/cli/database.ts'
import { completeSettings } from '../../src/cli/up/complete-settings.ts'

it('a secret from a file replaces the one in the data dir, even beside an empty variable', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svcpay-secrets-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const [kept, given] = [newEncryptionKey(), newEncryptionKey()]
  const file = join(dataDir, 'given')
  writeFileSync(join(dataDir, 'encryption-key'), kept)
  writeFileSync(file, given)
  const env = { SVC_DATA_DIR: dataDir, SVC_ENCRYPTION_KEY: '', SVC_ENCRYPTION_KEY_FILE: file }
  const context = { env, cwd: dataDir, print() {}, printError() {}, isTerminal: false }
  const keys = encryptionKeysOf({ ...context, stopRequested: new Promise(() => {}) })
  expect(keys.map(({ key }) => key.toString('base64'))).toEqual([given])
  expect(completeSettings(env, dataDir).encryptionKeys).toEqual(keys)
})
