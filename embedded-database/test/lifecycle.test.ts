import { once } from 'node:events'
import { rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { thisHost } from '../src/host.ts'
import { findRunningEmbedded, freePort } from '../src/index.ts'
import { lives, privateDir, query, start, storeRow, usedDir } from './helpers.ts'

test('the second start finds the data of the first', async () => {
  const dir = join(await privateDir(), 'not', 'there', 'yet')
  const first = await start({ dir })
  const isStored = await storeRow(first.connection)
  await first.stop()
  expect(await lives(first.pid)).toBe(false)

  const second = await start({ dir })
  expect(await isStored(second.connection)).toBe(true)
  expect(second.connection.password).toBe(first.connection.password)
})

test('the database is durable, checked, UTF-8, and requires the password', async () => {
  const dir = await usedDir()
  const { connection } = await start({ dir, settings: { max_connections: '20' } })
  const settings = `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
    current_setting('server_encoding') as encoding, current_setting('max_connections') as connections,
    current_database() as database, upper('ä') as upper`
  expect(await query(connection, settings)).toEqual([
    { fsync: 'on', checksums: 'on', encoding: 'UTF8', connections: '20', database: 'svcpay', upper: 'Ä' },
  ])
  await expect(query({ ...connection, password: 'guess' }, 'select 1')).rejects.toMatchObject({
    code: '28P01',
  })
  for (const secret of ['postgres-password', 'postgres.log', 'svcpay.pid']) {
    expect((await stat(join(dir, secret))).mode & 0o777, secret).toBe(0o600)
  }
})

test('another process finds the running database, and none once it has stopped', async () => {
  const dir = await usedDir()
  expect(await findRunningEmbedded(dir)).toBeNull()
  const embedded = await start({ dir })
  expect(await findRunningEmbedded(dir)).toEqual(embedded.connection)
  await embedded.stop()
  expect(await findRunningEmbedded(dir)).toBeNull()
})

test('stopping ends open connections, frees the directory and does not count as an unexpected end', async () => {
  const dir = await usedDir()
  const embedded = await start({ dir })
  const sleeping = query(embedded.connection, 'select pg_sleep(600)')
  const refused = expect(sleeping).rejects.toThrow()
  await embedded.stop()
  await refused
  expect(await embedded.exited).toBeNull()
  await expect(stat(join(dir, 'svcpay.pid'))).rejects.toThrow('ENOENT')
  await embedded.stop()
})

test('the service learns when PostgreSQL dies under it', async () => {
  const embedded = await start({ dir: await usedDir() })
  process.kill(embedded.pid, 'SIGQUIT')
  expect(await embedded.exited).toMatchObject({ code: 'ended_unexpectedly' })
})

test('a free port is below those that the system gives to others', async () => {
  const port = await freePort()
  expect(port).toBeGreaterThanOrEqual(20_000)
  expect(port).toBeLessThan(32_768)
  await once(createServer().listen(port, '127.0.0.1').unref(), 'listening')
})

test('a port taken between choosing and binding is replaced by another', async () => {
  const dir = await usedDir()
  const rival = createServer().listen(0, '127.0.0.1')
  await once(rival, 'listening')
  onTestFinished(() => void rival.close())
  const host = thisHost(dir)
  const ports = [(rival.address() as AddressInfo).port]
  const { connection } = await start({
    dir,
    host: { ...host, freePort: async () => ports.pop() ?? host.freePort() },
  })
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a lost password is replaced', async () => {
  const dir = await usedDir()
  await rm(join(dir, 'postgres-password'))
  const { connection } = await start({ dir })
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})
