import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namedCommands, programOf, root, type Smoke, smokes, withHelp } from './named-commands.ts'

const named = namedCommands()

interface Outcome {
  code: number
  printed: string
}

function run(command: string, args: string): Promise<Outcome> {
  const { line, cwd } = programOf(command)
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  // so that `npm start` does not build
  const env = { ...process.env, PATH: path, npm_config_ignore_scripts: 'true' }
  return new Promise(resolve => {
    execFile('sh', ['-c', `exec ${line} ${args}`], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    )
  })
}

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
