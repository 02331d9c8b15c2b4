import { DATABASE, readPassword, SUPERUSER } from './cluster.ts'
import { dataPaths, unusableDataDir } from './data-dir.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { identifyProcess } from './process-identity.ts'

export interface Connection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

export function connectionTo(port: number, password: string): Connection {
  return { host: '127.0.0.1', port, user: SUPERUSER, password, database: DATABASE }
}

/** The connection to the PostgreSQL that another process runs in this data directory; null if none is ready. */
export async function findRunningEmbedded(dir: string): Promise<Connection | null> {
  const paths = dataPaths(dir)
  try {
    const file = await readPostmasterFile(paths.cluster)
    if (!file?.ready || (await identifyProcess(file.pid))?.command !== 'postgres') return null
    const password = await readPassword(paths)
    return password === null ? null : connectionTo(file.port, password)
  } catch (error) {
    throw unusableDataDir(paths.dir, error)
  }
}
