import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { namedCommands, programOf, root, smokes, withHelp } from './named-commands.ts'

const named = namedCommands()
const read = (path: string) => readFileSync(join(root, path), 'utf8')

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
