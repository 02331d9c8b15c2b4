import { readdir, stat } from 'node:fs/promises'
import { EmbeddedPostgresError, orNullIfMissing } from './errors.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { identifyProcess } from './process-identity.ts'
import { until } from './until.ts'

const CLOCK_TOLERANCE_S = 5

/**
 * Ends processes that a killed service left running on the cluster. The caller holds the data directory's lock, so
 * nobody is using it. First asks the postmaster alone, because SIGINT means something else to its children, then ends all
 * of them by force.
 */
export async function endLeftovers(cluster: string): Promise<void> {
  const none = async () => (await leftovers(cluster)).length === 0
  const postmaster = (await readPostmasterFile(cluster))?.pid
  const polite = (await leftovers(cluster)).filter(pid => pid === postmaster)
  signal(polite, 'SIGINT')
  // Orphans of a dead postmaster notice its death and exit by themselves.
  if (await until(none, polite.length > 0 ? 10_000 : 1_000)) return
  signal(await leftovers(cluster), 'SIGQUIT')
  if (await until(none, 5_000)) return
  signal(await leftovers(cluster), 'SIGKILL')
  if (await until(none, 5_000)) return
  const pids = (await leftovers(cluster)).join(', ')
  throw new EmbeddedPostgresError(
    'start_failed',
    `PostgreSQL is still running from an earlier start and cannot be stopped (process ${pids})`,
  )
}

function leftovers(cluster: string): Promise<number[]> {
  return process.platform === 'linux' ? serversWorkingIn(cluster) : postmasterByFile(cluster)
}

/** Every process of a PostgreSQL server works in its cluster's directory. */
async function serversWorkingIn(cluster: string): Promise<number[]> {
  const home = await orNullIfMissing(stat(cluster))
  if (home === null) return []
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(
    pids.map(async pid => {
      // Check the name first: reading another process's directory may hang if it is on a dead network drive.
      if ((await identifyProcess(pid))?.command !== 'postgres') return []
      const cwd = await stat(`/proc/${pid}/cwd`).catch(() => null)
      return cwd?.ino === home.ino && cwd.dev === home.dev ? [pid] : []
    }),
  )
  return found.flat()
}

async function postmasterByFile(cluster: string): Promise<number[]> {
  const file = await readPostmasterFile(cluster)
  const identity = file && (await identifyProcess(file.pid))
  if (!identity) return []
  const startedAtSeconds = Date.parse(`${identity.startedAt} UTC`) / 1000
  const same = Math.abs(startedAtSeconds - file.startedAtSeconds) <= CLOCK_TOLERANCE_S
  return same && identity.command === 'postgres' ? [file.pid] : []
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has exited by itself.
    }
  }
}
