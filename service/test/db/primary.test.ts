import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from 'svcpay-embedded-database'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { copyDir } from '../../../embedded-database/test/used-dir.ts'
import { openDb } from '../../src/db/db.ts'
import { isDatabaseUnavailable } from '../../src/db/unavailable.ts'

const dirs: string[] = []
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres

/** Copies of one data directory, so that a password opens both. */
async function start(isStandby: boolean): Promise<EmbeddedPostgres> {
  const dir = await mkdtemp(join(tmpdir(), 'svcpay-primary-test-'))
  dirs.push(dir)
  await copyDir(inject('usedDir'), dir)
  if (isStandby) await writeFile(join(dir, 'postgres', 'standby.signal'), '')
  return await startEmbeddedPostgres({ dir, settings: { fsync: 'off', shared_buffers: '16MB' } })
}

beforeAll(async () => {
  primary = await start(false)
  standby = await start(true)
})
afterAll(async () => {
  await Promise.all([primary.stop(), standby.stop()])
  await Promise.all(dirs.map(dir => rm(dir, { recursive: true, force: true, maxRetries: 10 })))
})

/** An address where nothing listens. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

const urlOf = (ports: number[], query = '') => {
  const { user, password, database } = primary.connection
  return `postgres://${user}:${password}@${ports.map(port => `127.0.0.1:${port}`).join(',')}/${database}${query}`
}
const portOf = (db: EmbeddedPostgres) => db.connection.port

it.each(['', '?target_session_attrs=read-write', '?target_session_attrs=primary'])(
  'with several hosts, connections go to the primary, wherever it is listed: %s',
  async query => {
    const db = openDb(urlOf([await deadPort(), portOf(standby), portOf(primary)], query), {
      maxConnections: 3,
    })
    const where = () => db<{ port: number }[]>`select inet_server_port() as port, pg_sleep(0.05)`
    const answers = await Promise.all([where(), where(), where()])
    expect(answers.map(([row]) => row?.port)).toEqual(Array(3).fill(portOf(primary)))
    await db.end()
  },
)

it('fails at once while there is no primary, and finds the promoted one', async () => {
  const db = openDb(urlOf([await deadPort(), portOf(standby)]), { maxConnections: 2 })
  const write = () => db`create table if not exists written ()`.then(() => 'written').catch(error => error)
  for (let i = 0; i < 5; i++) expect(isDatabaseUnavailable(await write())).toBe(true)
  const direct = openDb(urlOf([portOf(standby)]), { maxConnections: 1 })
  expect(isDatabaseUnavailable(await direct`create table written ()`.catch(error => error))).toBe(true)
  await direct`select pg_promote()`
  await expect.poll(write).toBe('written')
  await Promise.all([db.end(), direct.end()])
})
