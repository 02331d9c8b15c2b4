import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataDir } from '../src/index.ts'
import { privateDir } from './helpers.ts'

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'])
  await once(child, 'exit')
  return child.pid as number
}

test('the lock is held once, and free again after its release', async () => {
  const dir = await privateDir()
  const release = await lockDataDir(dir)
  await expect(lockDataDir(dir)).rejects.toMatchObject({
    code: 'data_dir_locked',
    message: expect.stringContaining(`process ${process.pid}`),
  })
  await release()
  await (await lockDataDir(dir))()
})

test.each([
  ['of a dead process', async () => `${await deadPid()} long-ago\n`],
  ['of a living process that got the dead one’s pid', async () => `${process.pid} long-ago\n`],
  ['that a crash left empty', async () => ''],
])('a lock %s is taken over', async (_, stale) => {
  const dir = await privateDir()
  await writeFile(join(dir, 'svcpay.pid'), await stale())
  const release = await lockDataDir(dir)
  expect(await readFile(join(dir, 'svcpay.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid} .+\n$`))
  await release()
  await expect(stat(join(dir, 'svcpay.pid'))).rejects.toThrow('ENOENT')
  await expect(stat(join(dir, 'svcpay.pid.takeover'))).rejects.toThrow('ENOENT')
})

test('if many processes find a stale lock at once, exactly one gets it', async () => {
  const dir = await privateDir()
  const stale = `${await deadPid()} long-ago\n`
  for (let round = 0; round < 20; round++) {
    await writeFile(join(dir, 'svcpay.pid'), stale)
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir)))
    const winners = results.filter(result => result.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await winners[0]?.value()
  }
})
