import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { needs } from '../../vitest.needs.ts'
import { EmbeddedPostgresError } from '../src/index.ts'
import {
  isLinux,
  lives,
  privateDir,
  query,
  serviceProcess,
  spawnService,
  start,
  storeRow,
  until,
  usedDir,
  watchdogsOf,
} from './helpers.ts'

test('a killed service takes its database with it, and the next start finds the data', async () => {
  const dir = await usedDir()
  const service = await spawnService(dir)
  const isStored = await storeRow(service.answer.connection)
  await service.kill()
  expect(await until(async () => !(await lives(service.answer.databasePid)), 10_000)).toBe(true)

  const { connection } = await start({ dir })
  expect(await isStored(connection)).toBe(true)
})

test('the next start ends a database whose service and watchdog were both killed', async context => {
  needs(context, 'Linux', isLinux)
  const dir = await usedDir()
  const service = await spawnService(dir)
  const isStored = await storeRow(service.answer.connection)
  const watchdogs = await watchdogsOf(service.answer.databasePid)
  expect(watchdogs).toHaveLength(1)
  for (const pid of watchdogs) process.kill(pid, 'SIGKILL')
  await until(async () => (await watchdogsOf(service.answer.databasePid)).length === 0)
  await service.kill()
  expect(await lives(service.answer.databasePid)).toBe(true)

  const { connection } = await start({ dir })
  expect(await lives(service.answer.databasePid)).toBe(false)
  expect(await isStored(connection)).toBe(true)
})

test('everything killed at once, as by a power cut, recovers all committed data', async () => {
  const dir = await usedDir()
  const service = await spawnService(dir)
  const isStored = await storeRow(service.answer.connection)
  const log = join(dir, 'postgres.log')
  const logBefore = await readFile(log, 'utf8')
  process.kill(-service.answer.databasePid, 'SIGKILL')
  await service.kill()

  const { connection } = await start({ dir })
  expect(await isStored(connection)).toBe(true)
  const newLog = (await readFile(log, 'utf8')).slice(logBefore.length)
  expect(newLog).toContain('automatic recovery in progress')
})

test('a backend that survives its dead postmaster is ended before the next start', async context => {
  needs(context, 'Linux', isLinux)
  const dir = await usedDir()
  const service = await spawnService(dir)
  const busy = 'do $$ begin loop end loop; end $$'
  const endless = query(service.answer.connection, busy).catch(error => error)
  const active = `select pid from pg_stat_activity where query = '${busy.replaceAll("'", "''")}'`
  const [backend] = (await until(async () => {
    const rows = await query(service.answer.connection, active)
    return rows.length > 0 && rows
  })) as { pid: number }[]
  process.kill(service.answer.databasePid, 'SIGKILL')
  await service.kill()
  expect(await lives(backend?.pid ?? 0)).toBe(true)

  const { connection } = await start({ dir })
  expect(await lives(backend?.pid ?? 0)).toBe(false)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await endless).toBeInstanceOf(Error)
})

test('a leftover postmaster.pid that names an unrelated process does not block the start', async () => {
  const dir = await usedDir()
  const first = await start({ dir })
  const file = join(dir, 'postgres', 'postmaster.pid')
  const content = await readFile(file, 'utf8')
  await first.stop()
  // It runs as the database's own user; otherwise PostgreSQL itself would see that it is unrelated.
  const owner = await stat(join(dir, 'postgres'))
  const stranger = spawn('sleep', ['600'], { uid: owner.uid, gid: owner.gid, cwd: '/' })
  onTestFinished(() => void stranger.kill())
  await writeFile(file, content.replace(/^\d+/, String(stranger.pid)))

  const { connection } = await start({ dir })
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test('a service killed while it sets up its first database starts afresh', async () => {
  const dir = await privateDir()
  const unfinished = async () => (await readdir(dir)).filter(name => name.startsWith('postgres.new-'))
  const child = spawn(process.execPath, [serviceProcess, dir], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  await until(async () => (await unfinished()).length > 0)
  child.kill('SIGKILL')
  await exited

  const { connection } = await start({ dir })
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await unfinished()).toEqual([])
})

test('a second start on the same directory is refused in one line that names the first', async () => {
  const dir = await usedDir()
  const service = await spawnService(dir)
  const refusal = await start({ dir }).catch(error => error)
  expect(refusal).toBeInstanceOf(EmbeddedPostgresError)
  expect(refusal).toMatchObject({
    code: 'data_dir_locked',
    message: `svcpay is already running on the data directory ${dir} (process ${service.pid})`,
  })
  expect(await query(service.answer.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})
