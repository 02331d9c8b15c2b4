import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises'
import { clusterArgument } from './cluster.ts'
import type { DataPaths } from './data-dir.ts'
import { EmbeddedPostgresError, orNullIfMissing } from './errors.ts'
import type { Host } from './host.ts'
import { disownPostmasterFile, readPostmasterFile } from './postmaster-file.ts'
import type { Programs } from './programs.ts'
import { lastLine, spawnAs } from './run-as.ts'
import type { Account } from './unprivileged-account.ts'
import { until } from './until.ts'

export type Settings = Readonly<Record<string, string>>

interface PostmasterOptions {
  programs: Programs
  account: Account | null
  paths: DataPaths
  settings: Settings
  host: Pick<Host, 'freePort'>
  launched: () => void
}

interface Postmaster {
  port: number
  pid: number
  /** Settles when PostgreSQL has ended: null after `stop`, the error otherwise. */
  exited: Promise<EmbeddedPostgresError | null>
  stop(): Promise<void>
}

const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  shared_buffers: '128MB',
  max_connections: '100',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * A helper process reads a pipe whose other end the service holds. If the pipe ends, the service is gone, however that
 * happened, and the helper stops PostgreSQL; a line means that PostgreSQL ended first. The helper is a grandchild,
 * because PostgreSQL would take the death of an unknown child for a crash.
 */
const WATCHED = `exec 3<&0 </dev/null
({ read -r line <&3 || kill -INT $$; } >/dev/null 2>&1 &)
exec "$@" 3<&-`

const PORT_TAKEN = 'could not create any TCP/IP sockets'
const PORT_ATTEMPTS = 5
const MAX_LOG_BYTES = 10 * 1024 * 1024
const FAST_STOP_MS = 60_000

export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { paths, host } = options
  await rotateLog(paths.log)
  await disownPostmasterFile(paths.cluster)
  for (let attempt = 1; ; attempt++) {
    const port = await host.freePort()
    const logOffset = (await orNullIfMissing(stat(paths.log)))?.size ?? 0
    const child = await spawnWatched(options, port)
    options.launched()
    if (await isReady(child, paths.cluster)) return supervise(child, port, paths)
    const written = (await readFile(paths.log)).subarray(logOffset).toString()
    if (attempt < PORT_ATTEMPTS && written.includes(PORT_TAKEN)) continue
    throw new EmbeddedPostgresError(
      'start_failed',
      `PostgreSQL did not start: ${lastLine(written)} (log: ${paths.log})`,
    )
  }
}

async function spawnWatched(options: PostmasterOptions, port: number): Promise<ChildProcess> {
  const { programs, account, paths } = options
  const settings = Object.entries({ ...SETTINGS, ...options.settings, port: String(port) })
  const args = ['-D', clusterArgument(paths.cluster), ...settings.flatMap(([k, v]) => ['-c', `${k}=${v}`])]
  const log = await open(paths.log, 'a', 0o600)
  try {
    const child = launch(['-c', WATCHED, 'sh', programs.postgres, ...args], account, paths.cluster, log)
    await once(child, 'spawn')
    return child
  } finally {
    await log.close()
  }
}

function launch(args: string[], account: Account | null, cwd: string, log: FileHandle): ChildProcess {
  const child = spawnAs('/bin/sh', args, { account, cwd, stdio: ['pipe', log.fd, log.fd] })
  child.stdin?.on('error', () => {})
  child.once('exit', () => child.stdin?.end('\n'))
  return child
}

/** Has no time limit, because recovery after a crash can take any amount of time. */
async function isReady(child: ChildProcess, cluster: string): Promise<boolean> {
  await until(async () => {
    if (hasEnded(child)) return true
    const file = await readPostmasterFile(cluster).catch(() => null)
    return file?.pid === child.pid && file?.ready
  })
  return !hasEnded(child)
}

function supervise(child: ChildProcess, port: number, paths: DataPaths): Postmaster {
  let stopping = false
  const exited = new Promise<EmbeddedPostgresError | null>(resolve => {
    const report = async () => {
      if (stopping) return resolve(null)
      const line = lastLine(await readFile(paths.log, 'utf8').catch(() => ''))
      resolve(
        new EmbeddedPostgresError(
          'ended_unexpectedly',
          `PostgreSQL ended unexpectedly: ${line} (log: ${paths.log})`,
        ),
      )
    }
    if (hasEnded(child)) void report()
    else child.once('exit', report)
  })
  const stop = async () => {
    stopping = true
    child.kill('SIGINT')
    // An immediate stop loses nothing either; it only means that the next start has to recover.
    const impatience = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS)
    await exited
    clearTimeout(impatience)
  }
  return { port, pid: child.pid ?? 0, exited, stop }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function rotateLog(log: string): Promise<void> {
  const size = (await orNullIfMissing(stat(log)))?.size ?? 0
  if (size > MAX_LOG_BYTES) await rename(log, `${log}.1`)
}
