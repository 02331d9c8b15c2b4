import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, chown, copyFile, link, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { beforeEach, describe, expect, type TestContext, test } from 'vitest'
import { needs } from '../../vitest.needs.ts'
import { nativeDir, thisHost } from '../src/host.ts'
import { startEmbeddedPostgres } from '../src/index.ts'
import { privateCopy } from '../src/native-tree.ts'
import { isRoot, privateDir, query, serviceProcess, spawnService, start, storeRow } from './helpers.ts'

const nobody = isRoot
  ? {
      uid: Number(execFileSync('id', ['-u', 'nobody'])) | 0,
      gid: Number(execFileSync('id', ['-g', 'nobody'])) | 0,
    }
  : null

describe('as root', () => {
  beforeEach(context => needs(context, 'root', isRoot))

  test('PostgreSQL runs as nobody where there is no postgres user, and stays with the data’s owner', async () => {
    const dir = await privateDir()
    const host = { ...thisHost(dir), accountNames: ['no-such-user', 'nobody'] }
    await (await start({ dir, host })).stop()
    expect((await stat(join(dir, 'postgres'))).uid).toBe(nobody?.uid)
    const { connection } = await start({ dir })
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(join(dir, 'postgres', 'postmaster.pid'))).uid).toBe(nobody?.uid)
  })

  test('without any user to run it as, root gets instructions', async () => {
    const dir = await privateDir()
    const host = { ...thisHost(dir), accountNames: ['no-such-user'] }
    await expect(startEmbeddedPostgres({ dir, host })).rejects.toMatchObject({ code: 'platform_unsupported' })
  })

  test('a clone that only root may enter is served from a private copy, made once', async () => {
    const [clone, place] = [await privateDir(), await reachableDir()]
    const dir = join(clone, 'data')
    const packageDir = join(clone, 'package')
    await symlink(thisHost(dir).packageDir, packageDir)
    const host = { ...thisHost(dir), packageDir, copyPlaces: [place] }
    const first = await start({ dir, host })
    const isStored = await storeRow(first.connection)
    await first.stop()

    const [name] = await readdir(place)
    const copy = await stat(join(place, name ?? ''))
    expect(copy).toMatchObject({ uid: 0, mode: 0o040755 })
    const second = await start({ dir, host })
    expect(await isStored(second.connection)).toBe(true)
    expect(await readdir(place)).toEqual([name])
    expect((await stat(join(place, name ?? ''))).ino).toBe(copy.ino)
  })

  test('a directory that somebody created in the copy’s place is not used', async () => {
    const [native, trap] = [nativeDir(thisHost('').packageDir), await reachableDir()]
    await chown(trap, nobody?.uid ?? 0, nobody?.gid ?? 0)
    const link = join(await privateDir(), 'link')
    await symlink(native, link)
    for (const target of [trap, link]) {
      await expect(privateCopy(native, target)).rejects.toThrow(
        `${target} exists and belongs to somebody else`,
      )
    }
    expect(await readdir(trap)).toEqual([])
  })

  test('a copy is recreated after a cleaner removed files from it', async () => {
    const native = await privateDir()
    const target = join(await privateDir(), 'copy')
    await mkdir(join(native, 'bin'))
    await writeFile(join(native, 'bin', 'postgres'), 'program', { mode: 0o700 })
    await privateCopy(native, target)
    await rm(join(target, 'bin', 'postgres'))
    await privateCopy(native, target)
    expect(await stat(join(target, 'bin', 'postgres'))).toMatchObject({ size: 7, mode: 0o100755 })
    expect(await readdir(join(target, '..'))).toEqual(['copy'])
  })
})

/** A clone in a directory that only root may enter cannot be tested as another user. */
function needsReaders(context: TestContext): void {
  const isReadable = nobody && spawnSync(process.execPath, ['--check', serviceProcess], nobody).status === 0
  needs(context, 'root, and a clone that others may read', isReadable === true)
}

test('an ordinary user runs PostgreSQL as themselves', async context => {
  needsReaders(context)
  const dir = await privateDir()
  await chown(dir, nobody?.uid ?? 0, nobody?.gid ?? 0)
  const service = await spawnService(dir, { ...nobody, env: { PATH: process.env.PATH, HOME: dir } })
  expect(service.answer.message).toBeUndefined()
  expect(await query(service.answer.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await stat(join(dir, 'postgres'))).uid).toBe(nobody?.uid)
})

test('an ordinary user gets an error for a directory of another user', async context => {
  needsReaders(context)
  const dir = join(await privateDir(), 'data')
  const { answer } = await spawnService(dir, { ...nobody, env: { PATH: process.env.PATH } })
  expect(answer).toEqual({
    code: 'data_dir_unusable',
    message: `The data directory ${dir} cannot be used: permission denied (set SVC_DATA_DIR to another place)`,
  })
})

test('an installation without its symbolic links gets them', async () => {
  const dir = await privateDir()
  const packageDir = join(await reachableDir(), 'package')
  await cloneWithoutLinks(thisHost(dir).packageDir, packageDir)
  const { connection } = await start({ dir, host: { ...thisHost(dir), packageDir, copyPlaces: [] } })
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

async function cloneWithoutLinks(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const clone = join(to, relative(from, file))
    await mkdir(dirname(clone), { recursive: true })
    await link(file, clone).catch(() => copyFile(file, clone))
  }
}

async function reachableDir(): Promise<string> {
  const dir = await privateDir()
  await chmod(dir, 0o755)
  return dir
}
