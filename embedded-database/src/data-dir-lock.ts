import { readFile, rm, writeFile } from 'node:fs/promises'
import { dataPaths, ensureDataDir, unusableDataDir } from './data-dir.ts'
import { EmbeddedPostgresError, errorCode, orNullIfMissing } from './errors.ts'
import { identifyProcess } from './process-identity.ts'
import { until } from './until.ts'

export type Release = () => Promise<void>

/**
 * Makes this process the only user of the data directory until it releases the lock or dies. Written by hand: the
 * lock files of libraries expire by age, so a start right after a crash would be refused, and flock needs a compiler.
 */
export async function lockDataDir(dir: string): Promise<Release> {
  const paths = dataPaths(dir)
  await ensureDataDir(paths.dir)
  const self = await identifyProcess(process.pid)
  const claim = `${process.pid} ${self?.startedAt ?? ''}\n`
  try {
    return await acquire(paths.lock, claim, paths.dir)
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? error : unusableDataDir(paths.dir, error)
  }
}

async function acquire(file: string, claim: string, dir: string): Promise<Release> {
  while (!(await createExclusively(file, claim))) {
    const found = await readClaim(file)
    if (found === null) continue
    const owner = await livingOwner(found)
    if (owner !== null) throw lockedBy(owner, dir)
    await removeStale(file, found, claim, dir)
  }
  return async () => {
    if ((await readClaim(file)) === claim) await rm(file, { force: true })
  }
}

/**
 * Two processes may both find the lock stale, and the slower one must not remove the new lock of the faster one. So a
 * stale lock is removed only under another lock, after a second check.
 */
async function removeStale(file: string, stale: string, claim: string, dir: string): Promise<void> {
  const release = await acquire(`${file}.takeover`, claim, dir)
  try {
    if ((await readClaim(file)) === stale) await rm(file)
  } finally {
    await release()
  }
}

async function createExclusively(file: string, claim: string): Promise<boolean> {
  try {
    await writeFile(file, claim, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** The owner creates the file and then writes it. A file that stays unfinished is left over from a crash. */
async function readClaim(file: string): Promise<string | null> {
  const read = () => orNullIfMissing(readFile(file, 'utf8'))
  await until(async () => (await read())?.endsWith('\n') !== false, 200)
  return read()
}

async function livingOwner(claim: string): Promise<number | null> {
  const [pid, startedAt] = claim.trim().split(/ (.*)/)
  if (!/^\d+$/.test(pid ?? '')) return null
  const identity = await identifyProcess(Number(pid))
  return identity?.startedAt === startedAt ? Number(pid) : null
}

function lockedBy(pid: number, dir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'data_dir_locked',
    `svcpay is already running on the data directory ${dir} (process ${pid})`,
  )
}
