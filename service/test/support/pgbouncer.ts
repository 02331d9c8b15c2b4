import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from 'svcpay-embedded-database'
import { onTestFinished } from 'vitest'
import { searchPath } from '../../../vitest.needs.ts'
import { waitFor } from '../../../vitest.waits.ts'
import { openSocket } from './raw-request.ts'

interface PgBouncer {
  url: string
  stop(): Promise<void>
  start(): Promise<void>
}

/** The same database behind PgBouncer in transaction mode, with fewer server connections than clients. */
export async function pgBouncerForThisTest(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(databaseUrl)
  const listenPort = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'svcpay-pgbouncer-'))
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(listenPort),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: '3',
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  const limits = `connect_query='set statement_timeout = 15000; set idle_in_transaction_session_timeout = 30000'`
  const file = join(dir, 'pgbouncer.ini')
  await writeFile(file, `[databases]\n* = ${server} ${limits}\n[pgbouncer]\n${lines.join('\n')}\n`)
  await chmod(dir, 0o755)
  // PgBouncer refuses to run as root
  const user = process.getuid?.() === 0 ? { uid: 65534 } : {}
  let bouncer: ChildProcess | null = null
  const stop = async () => {
    const exited = bouncer && once(bouncer, 'exit')
    bouncer?.kill()
    bouncer = null
    await exited
  }
  const start = async () => {
    bouncer = spawn('pgbouncer', [file], { stdio: 'ignore', env: { PATH: searchPath }, ...user })
    await waitFor(async () => (await openSocket(`http://127.0.0.1:${listenPort}`)).destroy())
  }
  onTestFinished(async () => {
    await stop()
    await rm(dir, { recursive: true, force: true })
  })
  await start()
  const url = new URL(databaseUrl)
  url.port = String(listenPort)
  url.hostname = '127.0.0.1'
  return { url: url.href, start, stop }
}
