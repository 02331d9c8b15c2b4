import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { folderForThisTest } from '../../support/cli.ts'

const script = fileURLToPath(new URL('../../../../scripts/build.js', import.meta.url))

/** A clone with one workspace, whose build counts its runs. */
function clone() {
  const root = folderForThisTest()
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  for (const folder of ['scripts', 'tool/src', 'tool/dist', 'tool/test']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  copyFileSync(script, join(root, 'scripts', 'build.js'))
  write('package.json', '{ "type": "module", "workspaces": ["tool"] }')
  write('package-lock.json', '{}')
  write('tsconfig.base.json', '{}')
  write(
    'tool/package.json',
    '{ "name": "tool", "scripts": { "build": "echo built >> ../builds; touch dist/x" } }',
  )
  write('tool/src/main.ts', 'first')
  write('builds', '')
  const builds = () => {
    const env = { PATH: process.env.PATH, HOME: root }
    execFileSync(process.execPath, ['scripts/build.js'], { cwd: root, env, stdio: 'pipe' })
    return readFileSync(join(root, 'builds'), 'utf8').split('\n').length - 1
  }
  return { write, builds }
}

it('a workspace is built again only if its sources changed', () => {
  const { write, builds } = clone()
  expect([builds(), builds()]).toEqual([1, 1])
  write('tool/src/main.ts', 'second')
  expect([builds(), builds()]).toEqual([2, 2])
  write('tool/test/main.test.ts', 'a test')
  expect(builds()).toBe(2)
  write('package-lock.json', '{ "lockfileVersion": 3 }')
  expect(builds()).toBe(3)
})
