import { constants } from 'node:fs'
import { access, mkdir, open, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { EmbeddedPostgresError, errorCode, orNullIfMissing } from './errors.ts'

export interface DataPaths {
  dir: string
  cluster: string
  password: string
  log: string
  lock: string
}

export function dataPaths(dir: string): DataPaths {
  const root = resolve(dir)
  return {
    dir: root,
    cluster: join(root, 'postgres'),
    password: join(root, 'postgres-password'),
    log: join(root, 'postgres.log'),
    lock: join(root, 'svcpay.pid'),
  }
}

export async function ensureDataDir(dir: string): Promise<void> {
  try {
    await makeDirectory(resolve(dir), enterableByTheDatabase() ? 0o711 : 0o700)
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusableDataDir(dir, error)
  }
}

/** Node's own recursive mkdir never returns if a directory exists but accepts no subdirectory, like /proc. */
async function makeDirectory(dir: string, mode: number): Promise<void> {
  const found = await orNullIfMissing(stat(dir))
  if (found?.isDirectory()) return
  if (!found && dirname(dir) !== dir) await makeDirectory(dirname(dir), mode)
  await mkdir(dir, { mode }).catch(error => {
    // another process may have created it in the meantime
    if (found || errorCode(error) !== 'EEXIST') throw error
  })
}

/** Without Linux's /proc, a database under another account has to enter the data directory. */
function enterableByTheDatabase(): boolean {
  return process.platform !== 'linux' && process.getuid?.() === 0
}

export function unusableDataDir(dir: string, error: unknown): EmbeddedPostgresError {
  const reason = errorCode(error) ?? (error instanceof Error ? error.message : String(error))
  return new EmbeddedPostgresError(
    'data_dir_unusable',
    `The data directory ${dir} cannot be used: ${REASONS[reason] ?? reason} (set SVC_DATA_DIR to another place)`,
    error,
  )
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of the path is not a directory',
  EEXIST: 'it is not a directory',
  ENOENT: 'it cannot be created there',
}

/** Makes the names in a directory survive a power loss. */
export async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Overwrites a file in the cluster, whose directory belongs to the database's account: as root we must not
 * follow a link that was put there.
 */
export async function overwrite(file: string, content: string): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
