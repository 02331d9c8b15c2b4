import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needs } from '../../vitest.needs.ts'
import { findPlatformPackage, thisHost } from '../src/host.ts'
import { lockDataDir, startEmbeddedPostgres } from '../src/index.ts'
import { privateDir, start, usedDir } from './helpers.ts'

async function refusalOf(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error = await promise.then(
    () => null,
    reason => reason,
  )
  expect(error).toMatchObject({ name: 'EmbeddedPostgresError' })
  expect(error.message).not.toContain('\n')
  return error
}

test('a data directory that cannot be made', async () => {
  const dir = await privateDir()
  await writeFile(join(dir, 'file'), '')
  for (const path of [join(dir, 'file'), join(dir, 'file', 'data')]) {
    const { code, message } = await refusalOf(startEmbeddedPostgres({ dir: path }))
    expect(code).toBe('data_dir_unusable')
    expect(message).toContain(path)
  }
})

test('a data directory where none can be made', async context => {
  needs(context, 'Linux', process.platform === 'linux')
  const { code, message } = await refusalOf(startEmbeddedPostgres({ dir: '/proc/nope/data' }))
  expect(code).toBe('data_dir_unusable')
  expect(message).toContain('/proc/nope/data cannot be used: it cannot be created there')
})

test('a platform without PostgreSQL', () => {
  for (const platform of ['linux-s390x', 'win32-x64']) {
    expect(() => findPlatformPackage(platform)).toThrow(`There is no embedded PostgreSQL for ${platform}`)
  }
})

test('a machine where the programs do not run', async () => {
  const [dir, packageDir] = [await privateDir(), await privateDir()]
  await writeFile(join(packageDir, 'package.json'), '{ "version": "1" }')
  const host = { ...thisHost(dir), packageDir, copyPlaces: [] }
  const { code, message } = await refusalOf(startEmbeddedPostgres({ dir, host }))
  expect(code).toBe('platform_unsupported')
  expect(message).toContain('cannot be run here')
})

test('if PostgreSQL does not start, the error has its last message and the log file, and the lock is free', async () => {
  const dir = await usedDir()
  const version = join(dir, 'postgres', 'PG_VERSION')
  const original = await readFile(version)
  await writeFile(version, '9.6\n')
  const { code, message } = await refusalOf(startEmbeddedPostgres({ dir }))
  expect(code).toBe('start_failed')
  expect(message).toMatch(/did not start: FATAL: .* incompatible with server DETAIL: .* version 9\.6/)
  expect(message).toContain(join(dir, 'postgres.log'))
  await expect(stat(join(dir, 'svcpay.pid'))).rejects.toThrow('ENOENT')

  await writeFile(version, original)
  await start({ dir })
})

test('a wrong setting does not leave the lock behind', async () => {
  const dir = await usedDir()
  const { code } = await refusalOf(startEmbeddedPostgres({ dir, settings: { shared_buffers: 'much' } }))
  expect(code).toBe('start_failed')
  await (await lockDataDir(dir))()
})
