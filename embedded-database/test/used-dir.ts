import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../src/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory left by an earlier run. Tests copy it, because setting up another takes seconds. */
    usedDir: string
  }
}

export interface UsedDir {
  path: string
  remove(): Promise<void>
}

export async function makeUsedDir(): Promise<UsedDir> {
  const path = await mkdtemp(join(tmpdir(), 'svcpay-used-dir-'))
  await (await startEmbeddedPostgres({ dir: path })).stop()
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) }
}

/** Preserves file owners, because some files belong to PostgreSQL's account. */
export async function copyDir(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', `${from}/.`, to])
}
