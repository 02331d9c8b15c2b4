import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { program } from '../../src/cli/program.ts'
import { expectUsageFault } from '../support/cli.ts'
import { run } from './in-process.ts'

const unused = {
  env: {},
  cwd: '/',
  print() {},
  printError() {},
  isTerminal: false,
  stopRequested: new Promise<string>(() => {}),
}

/** The arguments for every option that takes a number or a time. */
function measures(command: Command, path: string[]): string[][] {
  const own = command.options
    .filter(({ flags }) => /<(n|number|seconds|days|time|date)\b/.test(flags))
    .map(({ long }) => [...path, long ?? ''])
  return [...own, ...command.commands.flatMap(child => measures(child, [...path, child.name()]))]
}

const typed = measures(program(unused), [])

it('options with numbers and times are found', () => {
  expect(typed).toContainEqual(['reconcile', '--from'])
  expect(typed.length).toBeGreaterThan(20)
})

it.each(typed.map(args => [args.join(' '), args] as const))(
  '%s refuses other values with exit code 2, and says what it must be',
  async (_name, args) => {
    for (const value of ['nonsense', '2026-02-30', '']) {
      expectUsageFault(await run([...args, value]), /is invalid\. It must be .*See svcpay .* --help\.$/)
    }
  },
)
