import { type SpawnOptions, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres from 'postgres'
import { inject, onTestFinished, vi } from 'vitest'
import {
  type Connection,
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/index.ts'
import { identifyProcess } from '../src/process-identity.ts'
import { until } from '../src/until.ts'
import { copyDir } from './used-dir.ts'

vi.setConfig({ testTimeout: 60_000 })

export { until }
export const isRoot = process.getuid?.() === 0
export const isLinux = process.platform === 'linux'
export const serviceProcess = join(import.meta.dirname, 'service-process.mjs')

/** A directory nobody else may enter, gone after the test. */
export async function privateDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'svcpay-embedded-test-'))
  await chmod(dir, 0o700)
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }))
  return dir
}

/** A data directory as an earlier run left it, gone after the test. */
export async function usedDir(): Promise<string> {
  const dir = await privateDir()
  await copyDir(inject('usedDir'), dir)
  return dir
}

export async function start(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres(options)
  onTestFinished(() => embedded.stop())
  return embedded
}

/** One statement on a connection of its own. */
export async function query(connection: Connection, statement: string): Promise<readonly postgres.Row[]> {
  const sql = postgres({ ...connection, max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(statement)
  } finally {
    await sql.end({ timeout: 0 })
  }
}

/** Commits a row, and returns a function that checks whether a database has it. */
export async function storeRow(connection: Connection): Promise<(other: Connection) => Promise<boolean>> {
  const id = randomUUID()
  await query(connection, `create table if not exists kept (id text); insert into kept values ('${id}')`)
  return async other => (await query(other, `select from kept where id = '${id}'`)).length === 1
}

export interface Service {
  pid: number
  kill(): Promise<void>
  answer: { connection: Connection; databasePid: number; code?: string; message: string }
}

export async function spawnService(dir: string, options: SpawnOptions = {}): Promise<Service> {
  const child = spawn(process.execPath, [serviceProcess, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  })
  const pid = child.pid as number
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const [line] = await once(lines, 'line')
  return { pid, kill, answer: JSON.parse(line) }
}

/** A zombie that nobody has reaped yet does not count. */
export async function lives(pid: number): Promise<boolean> {
  return (await identifyProcess(pid)) !== null
}

/** The helper that watches over the service shares the database's process group. */
export async function watchdogsOf(databasePid: number): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
    const program = await readlink(`/proc/${name}/exe`).catch(() => '')
    if (group === databasePid && program && !program.endsWith('postgres')) found.push(Number(name))
  }
  return found
}
