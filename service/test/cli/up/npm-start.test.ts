import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it, onTestFinished } from 'vitest'
import { copyDir } from '../../../../embedded-database/test/used-dir.ts'
import { folderForThisTest, follow } from '../../support/cli.ts'
import { isAlive } from '../../support/up-instance.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Skips the build, which other tests need unchanged. Has its own process group, as in a terminal. */
function npmStart(dataDir: string) {
  const child = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', SANDBOX_PORT: '0', SVC_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const group = -(child.pid ?? 0)
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL')
    } catch {
      // all processes have ended
    }
  })
  return { npm: follow(child), group }
}

it.each([
  ['SIGTERM to npm', 'npm', 'SIGTERM'],
  ['SIGINT to all of it, as Ctrl-C sends it,', 'group', 'SIGINT'],
] as const)('%s stops everything cleanly', async (_what, target, signal) => {
  const dataDir = folderForThisTest()
  await copyDir(inject('usedDir'), dataDir)
  const { npm, group } = npmStart(dataDir)
  await npm.says(/Ctrl-C stops everything/)
  const postgres = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(target === 'npm' ? npm.pid : group, signal)
  const { code, stdout } = await npm.ended
  expect(stdout).toMatch(new RegExp(`Stopping \\(${signal}\\)[\\s\\S]*Stopped`))
  expect(code).toBe(0)
  expect([isAlive(group), isAlive(postgres)]).toEqual([false, false])
  expect(readdirSync(dataDir)).not.toContain('svcpay.pid')
})
