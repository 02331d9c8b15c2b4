import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namedCommands, programOf, root, type Smoke, smokes, withHelp } from './named-commands.ts'

const named = namedCommands()
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Outcome {
  code: number
  printed: string
}

function run(command: string, args: string): Promise<Outcome> {
  const { line, cwd } = programOf(command)
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  // then npm start builds nothing
  const env = { ...process.env, PATH: path, npm_config_ignore_scripts: 'true' }
  return new Promise(resolve => {
    execFile('sh', ['-c', `exec ${line} ${args}`], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    )
  })
}

it('every command that a document names has a smoke test', () => {
  expect(named.length).toBeGreaterThan(80)
  const without = named.filter(({ command }) => smokes[command] === undefined)
  expect(without).toEqual([])
})

it('every smoke test is for a command that a document names', () => {
  const unnamed = Object.keys(smokes).filter(command => !named.some(one => one.command === command))
  expect(unnamed).toEqual([])
})

it('every command with an option in a document has --help', () => {
  const lacking = named.filter(({ command, options }) => options.length > 0 && !withHelp.includes(command))
  expect(lacking).toEqual([])
})

describe.each(withHelp)('%s', command => {
  it('explains every option that a document uses', async () => {
    const { code, printed } = await run(command, '--help')
    expect([code, printed]).toEqual([0, expect.stringMatching(/usage|options|--/i)])
    const given = named.filter(one => one.command === command).flatMap(({ options }) => options)
    expect(given.filter(option => option !== '--help' && !printed.includes(`${option} `))).toEqual([])
  })
})

const isRun = (one: [string, Smoke]): one is [string, Extract<Smoke, { args: string }>] =>
  typeof one[1] === 'object' && 'args' in one[1]

describe.each(Object.entries(smokes).filter(isRun))('%s', (command, { args, prints, codes = [0] }) => {
  it(`runs: ${args}`, async () => {
    const { code, printed } = await run(command, args)
    expect(printed).toMatch(prints)
    expect(codes, printed).toContain(code)
  })
})

it('a command that another file runs is in that file', () => {
  for (const [command, smoke] of Object.entries(smokes)) {
    if (typeof smoke === 'object' && 'by' in smoke) expect(read(smoke.by), command).toContain(smoke.text)
  }
})

it('a file that vitest runs exists', async () => {
  for (const [command] of Object.entries(smokes).filter(([, smoke]) => smoke === 'vitest')) {
    const { line } = programOf(command)
    const [file] = line.match(/\S+\.test\.ts/) ?? []
    if (file) expect(existsSync(join(root, file)), command).toBe(true)
    else expect(await firstFileOf(line), command).toSatisfy(existsSync)
  }
})

/** Among the files of the configuration; of a pattern, only the folder is compared. */
async function firstFileOf(line: string): Promise<string> {
  const [, folder = ''] = /--root (\S+)/.exec(line) ?? []
  const [, config = 'vitest.config.ts'] = /--config (\S+)/.exec(line) ?? []
  const { default: settings } = await import(join(root, folder, config))
  return join(root, folder, settings.test.include[0].replace(/\*.*$/, ''))
}

it('a script that a shell runs has no syntax error', () => {
  for (const [path] of Object.entries(smokes).filter(([, smoke]) => smoke === 'shell')) {
    expect(spawnSync('sh', ['-n', join(root, path)], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
  }
})
