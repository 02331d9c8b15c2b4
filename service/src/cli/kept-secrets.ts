import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../config.ts'
import { CommandFault } from './context.ts'

export function findKeptSecret(dataDir: string, name: string): string | null {
  const file = join(dataDir, name)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new CommandFault(`${file} cannot be read (${code}).`)
  }
}

/** Reads a secret from the data dir, or generates it on the first run. */
export function keptSecret(dataDir: string, name: string, make: () => string): string {
  const kept = findKeptSecret(dataDir, name)
  if (kept !== null) return kept
  const file = join(dataDir, name)
  const secret = make()
  writeWhole(file, secret)
  return secret
}

/** Atomic, so that a crash cannot leave half of it. */
export function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export const newOperatorToken = () => `svc_operator_${randomBytes(24).toString('hex')}`
export const newEncryptionKey = () => randomBytes(32).toString('base64')

/** Adds defaults for settings that are not set. A setting can be set by a file; an empty value counts as not set. */
export function withDefaults(env: Env, defaults: Record<string, () => string | null>): Env {
  const completed = { ...env }
  for (const [name, find] of Object.entries(defaults)) {
    const isSet = env[name]?.trim() || env[`${name}_FILE`]?.trim()
    if (!isSet) completed[name] = find() ?? undefined
  }
  return completed
}
