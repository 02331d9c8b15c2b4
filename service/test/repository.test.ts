import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TestModule } from 'vitest/node'
import { parse } from 'yaml'
import { skippedLines } from '../../vitest.skipped.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

const { workspaces }: { workspaces: string[] } = readJson('package.json')

const generated = ['client/src/api.ts', 'console/src/api/schema.ts']

function sourcesOf(workspace: string): { path: string; lines: number }[] {
  const folders = ['src', 'browser'].map(name => join(workspace, name))
  return folders
    .filter(folder => existsSync(join(root, folder)))
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(file => /\.(ts|tsx|js)$/.test(file))
        .map(file => join(folder, file)),
    )
    .filter(path => !generated.includes(path))
    .map(path => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length }))
}

describe('source files', () => {
  const all = workspaces.flatMap(sourcesOf)

  it('are found in the service, the sandbox and the client', () => {
    for (const folder of ['service/src/', 'sandbox/src/', 'client/src/']) {
      expect(all.filter(({ path }) => path.startsWith(folder)).length, folder).toBeGreaterThan(3)
    }
  })

  it('have one idea each: none has more than 300 lines, few have more than 200', () => {
    expect(all.filter(({ lines }) => lines > 300)).toEqual([])
    expect(all.filter(({ lines }) => lines > 200).length / all.length).toBeLessThan(0.05)
  })
})

it('the types of every project are checked', () => {
  const { types }: { types: string } = readJson('package.json').scripts
  const checked = types.split(' ')
  const inWorkspaces = workspaces.flatMap(workspace => [
    workspace,
    ...['test', 'browser'].map(name => join(workspace, name)),
  ])
  const folders = ['scripts', ...inWorkspaces]
  const projects = folders.filter(folder => existsSync(join(root, folder, 'tsconfig.json')))
  // The root project has the sources and tests of everything that runs in Node.
  const { exclude }: { exclude: string[] } = readJson('tsconfig.json')
  const isAtRoot = (folder: string) =>
    folder !== 'scripts' && /^[^/]+(\/test)?$/.test(folder) && !exclude.includes(folder.split('/')[0] ?? '')
  expect(checked).toEqual(expect.arrayContaining(['.', ...projects.filter(folder => !isAtRoot(folder))]))
})

it('scripts that use a build are type-checked, and the service’s modules by their sources', () => {
  const { include }: { include: string[] } = readJson('scripts/tsconfig.json')
  const checked = include.map(place => join('scripts', place))
  const scripts = workspaces
    .flatMap(workspace => scriptsIn(workspace))
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => /from '[^']*\bdist\//.test(text))
  expect(scripts.length).toBeGreaterThan(15)
  const isChecked = (path: string) => checked.some(place => path === place || path.startsWith(`${place}/`))
  expect(scripts.filter(({ path }) => !isChecked(path)).map(({ path }) => path)).toEqual([])
  // A relative path would be checked against the build, which may be old.
  const relative = scripts.filter(({ path, text }) =>
    (path.startsWith('service/') ? /'\.\.\/dist\// : /'[./]+service\/dist\//).test(text),
  )
  expect(relative.map(({ path }) => path)).toEqual([])
})

function scriptsIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !['dist', 'node_modules', 'data'].includes(name))
    .flatMap(entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return scriptsIn(path)
      return path.endsWith('.js') ? [path] : []
    })
}

it('checking types leaves no files beside the sources, which would cause another build', () => {
  const { types }: { types: string } = readJson('package.json').scripts
  const folders = types.split(' ').filter(word => existsSync(join(root, word, 'tsconfig.json')))
  expect(folders.length).toBeGreaterThan(3)
  for (const folder of folders) {
    const { tsBuildInfoFile } = readJson(join(folder, 'tsconfig.json')).compilerOptions
    expect(join(folder, tsBuildInfoFile ?? ''), folder).toMatch(/^node_modules\/\.cache\//)
  }
})

it('every npm script that a script or a guide names exists', () => {
  const folders = ['.', 'docs', ...workspaces]
  const texts = folders.flatMap(folder =>
    readdirSync(join(root, folder))
      .filter(file => file === 'package.json' || file.endsWith('.md'))
      .map(file => readFileSync(join(root, folder, file), 'utf8')),
  )
  const named = texts.flatMap(text => text.match(/npm run [a-z][^`"|&\n]*/g) ?? [])
  expect(named.length).toBeGreaterThan(50)
  const missing = named.filter(command => {
    const [, script = ''] = /^npm run ([a-z:-]+)/.exec(command) ?? []
    const [, workspace = '.'] = / (?:-w|--prefix) (?:\.\.\/)?([a-z/-]+)/.exec(command) ?? []
    return readJson(join(workspace, 'package.json')).scripts?.[script] === undefined
  })
  expect(missing).toEqual([])
})

interface Locked {
  integrity?: string
  resolved?: string
  link?: boolean
  optional?: boolean
  cpu?: string[]
  inBundle?: boolean
}

describe.each([
  ['package-lock.json', 100],
  ['e2e/chromium/package-lock.json', 10],
  ['bench/peers/package-lock.json', 10],
  ['sandbox/sdks/package-lock.json', 3],
  ['client/oldest-typescript/package-lock.json', 0],
])('%s', (path, least) => {
  const locked: [string, Locked][] = Object.entries(readJson(path).packages)
  const installed = locked.filter(
    ([path, one]) => path.includes('node_modules/') && !one.link && !one.inBundle,
  )

  /** Programs for other platforms are not always available where the lock file is written. */
  const isElsewhere = ([path, { optional, cpu }]: [string, Locked]) =>
    optional && cpu !== undefined && !existsSync(join(root, path))

  it('has a strong hash of every package that is installed', () => {
    const unproven = installed
      .filter(one => !isElsewhere(one))
      .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==/.test(integrity ?? ''))
    expect(installed.length).toBeGreaterThan(least)
    expect(unproven.map(([path]) => path)).toEqual([])
  })

  it('has the programs for Linux on x64 and on arm64, with their hashes', () => {
    const hashes = new Map(installed.map(([path, { integrity }]) => [path, integrity]))
    const programs = [...hashes.keys()].filter(path => /linux-(x64|arm64)(-gnu)?$/.test(path))
    const both = programs.flatMap(path => ['x64', 'arm64'].map(cpu => path.replace(/x64|arm64/, cpu)))
    expect(both.filter(path => hashes.get(path) === undefined)).toEqual([])
  })

  it('names no download address, so that any registry will do', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
  })
})

describe('.ci/run', () => {
  /**
   * Runs the script in an almost empty environment, as root or not. Its npm and apt-get only print their arguments, and
   * fail at the given command.
   */
  function ci({ failAt = 'nothing', areTestsSkipped = false, user = 0 } = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'svcpay-ci-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    if (areTestsSkipped) writeFileSync(join(folder, 'skipped.log'), 'skipped')
    const program = (name: string, script: string) =>
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    for (const name of ['npm', 'apt-get']) program(name, `echo "${name} $*"; [ "$1" != "${failAt}" ]`)
    program('id', `echo ${user}`)
    program('uname', 'echo Linux x86_64')
    program('cat', 'exec /bin/cat "$@"')
    const { status, stdout, stderr } = spawnSync('/bin/bash', [join(root, '.ci/run')], {
      cwd: folder,
      env: { PATH: folder },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  const commands = ['npm ci', 'npm test', 'npm run test:more']
  const firstOf = (count: number) =>
    commands
      .slice(0, count)
      .map(line => `${line}\n`)
      .join('')

  it('runs the commands of the README, and nothing else', () => {
    expect(ci({ user: 1000 })).toEqual({ status: 0, stdout: firstOf(3), stderr: '' })
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    for (const command of ['npm ci && npm test', 'npm run test:more']) expect(readme).toContain(command)
  })

  it.each(['ci', 'test', 'run'])('fails if npm %s does', failAt => {
    const stdout = firstOf(['ci', 'test', 'run'].indexOf(failAt) + 1)
    expect(ci({ failAt })).toMatchObject({ status: 1, stdout })
  })

  it('first installs the programs that tests need, as root, and continues if that fails', () => {
    const installing = /^apt-get update -qq\napt-get install .* prometheus .*ruby /
    expect(ci()).toMatchObject({ status: 0, stderr: expect.stringMatching(installing) })
    expect(ci({ failAt: 'install' })).toMatchObject({ status: 0, stdout: firstOf(3) })
  })

  it('fails if a test was skipped', () => {
    const failed = { status: 1, stdout: firstOf(2), stderr: 'skipped' }
    expect(ci({ user: 1000, areTestsSkipped: true })).toMatchObject(failed)
  })

  it('is run by the workflow on every supported release of Node.js and both kinds of CPU', () => {
    const { jobs } = parse(readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8'))
    const { strategy, container, steps } = jobs.test
    expect(steps.flatMap(({ run = [] }) => run)).toEqual(['.ci/run'])
    expect(strategy.matrix).toEqual({
      node: [20, 22, 24, 26],
      machine: ['ubuntu-latest', 'ubuntu-24.04-arm'],
    })
    expect(container.image).toMatch(/^node:\$\{\{ matrix\.node \}\}-bookworm$/)
  })
})

it('npm test ends with the list of programs that skipped tests lacked', () => {
  const skipped = (note?: string) => ({ result: () => ({ state: 'skipped', note }) })
  const tests = [skipped('zsh'), skipped('zsh'), skipped('root'), skipped()]
  const modules = [{ children: { allTests: () => tests } }] as unknown as TestModule[]
  expect(skippedLines(modules)).toEqual(['  zsh: 2 tests', '  root: 1 test'])
})

describe('tests', () => {
  const folders = ['e2e', ...workspaces.map(name => `${name}/test`)].filter(name =>
    existsSync(join(root, name)),
  )
  const files = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map(file => join(folder, file)),
  )
  const having = (pattern: RegExp) =>
    files.filter(file => pattern.test(readFileSync(join(root, file), 'utf8')))

  it('are found', () => {
    expect(files.length).toBeGreaterThan(300)
  })

  it('are skipped only for programs that a machine lacks', () => {
    const skipping = /\b(skipIf|runIf|todo)\(|\b(it|test|describe|context)\.skip\b|\bskip\(/
    expect(having(skipping)).toEqual([])
  })

  it('wait as long as a busy machine may take', () => {
    expect(having(/\bvi\.wait(For|Until)\b|\bpoll\([^\n]*\btimeout:/)).toEqual([])
  })
})
