import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads a secret from the data dir, or makes it on the first run. */
export function keptSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    const secret = make()
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    return secret
  }
}

export const newOperatorToken = () => `svc_operator_${randomBytes(24).toString('hex')}`
export const newEncryptionKey = () => randomBytes(32).toString('base64')
