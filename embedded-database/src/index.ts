import { prepareCluster } from './cluster.ts'
import { type Connection, connectionTo } from './connection.ts'
import { type DataPaths, dataPaths, unusableDataDir } from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { EmbeddedPostgresError, isFileError } from './errors.ts'
import { type Host, thisHost } from './host.ts'
import { endLeftovers } from './leftovers.ts'
import { type Settings, startPostmaster } from './postmaster.ts'
import { findPrograms } from './programs.ts'
import { databaseAccount } from './unprivileged-account.ts'

export { type Connection, findRunningEmbedded } from './connection.ts'
export { lockDataDir, type Release } from './data-dir-lock.ts'
export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './errors.ts'
export { freePort } from './free-port.ts'

export interface EmbeddedOptions {
  /** The service's data directory; created if absent. */
  dir: string
  /** The caller holds the lock of the directory, and releases it after `stop`. */
  isLocked?: boolean
  /** Receives a message about each slow step. */
  log?: (message: string) => void
  /** Called once PostgreSQL's own processes are working and this one only has to wait for them. */
  launched?: () => void
  /** PostgreSQL settings that override the defaults, such as `{ max_connections: '300' }`. */
  settings?: Settings
  host?: Host
}

export interface EmbeddedPostgres {
  connection: Connection
  /** PostgreSQL's own process. */
  pid: number
  /** Settles when PostgreSQL has ended: null after `stop`, or the error if it ended unexpectedly. */
  exited: Promise<EmbeddedPostgresError | null>
  /** Resolves when PostgreSQL is gone and the data directory is free; may be called again. */
  stop(): Promise<void>
}

/** Locks the data directory and runs PostgreSQL in it until `stop`, or until this process ends in any way. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, launched = () => {}, settings = {} } = options
  const paths = dataPaths(options.dir)
  const host = options.host ?? thisHost(paths.dir)
  const release = options.isLocked ? async () => {} : await lockDataDir(paths.dir)
  try {
    const account = await databaseAccount(paths.cluster, host.accountNames)
    const [programs] = await Promise.all([findPrograms(host, account), endLeftovers(paths.cluster)])
    const password = await prepareCluster({ paths, programs, account, log, launched })
    const postmaster = await startPostmaster({ programs, account, paths, settings, host, launched })
    return {
      connection: connectionTo(postmaster.port, password),
      pid: postmaster.pid,
      exited: postmaster.exited,
      async stop() {
        await postmaster.stop()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw translate(error, paths)
  }
}

function translate(error: unknown, paths: DataPaths): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error
  if (isFileError(error)) return unusableDataDir(paths.dir, error)
  const reason = error instanceof Error ? error.message : String(error)
  return new EmbeddedPostgresError('start_failed', `PostgreSQL did not start: ${reason}`, error)
}
