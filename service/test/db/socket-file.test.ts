import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from 'svcpay-embedded-database'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { copyDir } from '../../../embedded-database/test/used-dir.ts'
import { openDb } from '../../src/db/db.ts'
import { isDatabaseUnavailable } from '../../src/db/unavailable.ts'
import { parseDatabaseUrl } from '../../src/settings/database-url.ts'
import { run } from '../cli/in-process.ts'
import { launchForThisTest } from '../support/cli.ts'
import { operatorToken, testEnv } from '../support/service.ts'

let dir: string
/** Where the server keeps its socket file. */
let folder: string
let server: EmbeddedPostgres

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'svcpay-socket-file-'))
  await copyDir(inject('usedDir'), dir)
  await writeFile(join(dir, 'postgres', 'pg_hba.conf'), 'local all all trust\n')
  folder = await mkdtemp(join(tmpdir(), 'svcpay-sockets-'))
  const { uid, gid } = await stat(join(dir, 'postgres'))
  await chown(folder, uid, gid)
  await chmod(folder, 0o755)
  const settings = { listen_addresses: '', unix_socket_directories: folder, fsync: 'off' }
  server = await startEmbeddedPostgres({ dir, settings })
})
afterAll(async () => {
  await server.stop()
  for (const each of [dir, folder]) await rm(each, { recursive: true, force: true, maxRetries: 10 })
})

const urls = () => {
  const { user, database, port } = server.connection
  return [
    `postgres://${user}@/${database}?host=${folder}&port=${port}`,
    `postgresql://${user}@/${database}?port=${port}&host=${encodeURIComponent(folder)}&sslmode=require`,
    `postgres://${user}@${encodeURIComponent(folder)}:${port}/${database}`,
  ]
}

it('the database is reached by a socket file, however libpq names it', async () => {
  for (const url of urls()) {
    const db = openDb(url, { maxConnections: 1 })
    const [row] = await db`select inet_client_addr() is null as is_local`.finally(() => db.end())
    expect([url, row]).toEqual([url, { isLocal: true }])
  }
})

it('migrate, serve and doctor use it, even to bypass a pooler', async () => {
  const [DATABASE_URL = ''] = urls()
  const env = { ...testEnv(DATABASE_URL), STRIPE_API_BASE: 'http://127.0.0.1:9' }
  expect((await run(['migrate'], env)).code).toBe(0)
  const pooled = { ...env, DATABASE_DIRECT_URL: DATABASE_URL }
  const url = await launchForThisTest(['serve'], env).says(/"url":"(http\S+?)".*"listening"/)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const headers = { authorization: `Bearer ${operatorToken}` }
  expect((await fetch(`${url}/admin/v1/merchants`, { headers })).status).toBe(200)
  for (const settings of [env, pooled]) {
    const { stdout } = await run(['doctor', '--json'], settings)
    expect(stdout).not.toMatch(/cannot be used/)
  }
})

it('is unavailable if there is no such file', async () => {
  const db = openDb(`postgres://nobody@/x?host=${folder}&port=1`, { maxConnections: 1 })
  const error = await db`select 1`.catch(reason => reason).finally(() => db.end())
  expect([error.code, isDatabaseUnavailable(error)]).toEqual(['ENOENT', true])
})

it.each([
  ['postgres://u@/x?host=/run/postgresql', '/run/postgresql/.s.PGSQL.5432'],
  ['postgres://u@/x?host=/cloudsql/a:b:c', '/cloudsql/a:b:c/.s.PGSQL.5432'],
  ['postgres://u:p@%2Frun/x', '/run/.s.PGSQL.5432'],
  ['postgres:///x?host=/run&port=6432', '/run/.s.PGSQL.6432'],
  ['postgres://u:p@db:5432/x', null],
  ['postgres://u:p@a:1,b:2/x', null],
])('%s', (url, socketFile) => {
  expect(parseDatabaseUrl(url)?.socketFile).toBe(socketFile)
})

it.each([
  'postgres://u@/x',
  'postgres://u@:5432/x?host=',
  // several hosts before the database
  'postgres://u@/x?host=/run/a,/run/b',
  'postgres://u@%2Frun%2Fa,b/x',
])('%s names no server', url => {
  expect(parseDatabaseUrl(url)).toBeNull()
})
