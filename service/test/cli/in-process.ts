import { tmpdir } from 'node:os'
import { expect } from 'vitest'
import type { Context } from '../../src/cli/context.ts'
import { runCommand } from '../../src/cli/program.ts'
import type { Env } from '../../src/config.ts'
import type { Outcome } from '../support/cli.ts'

/** A command as it is typed, in this process: starting one takes longer than most commands. */
export async function run(
  args: string[],
  env: Env = {},
  cwd = tmpdir(),
): Promise<Outcome & { code: number }> {
  const output = { stdout: '', stderr: '' }
  const context: Context = {
    env,
    cwd,
    print: text => {
      output.stdout += `${text}\n`
    },
    printError: text => {
      output.stderr += `${text}\n`
    },
    stopRequested: new Promise(() => {}),
    isTerminal: false,
  }
  return { code: await runCommand(args, context), ...output }
}

/** Commands that all have the same environment, which is asked for when they run. */
export function commandsWith(env: () => Env) {
  const attempt = (...args: string[]) => run(args, env())
  async function svcpay(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await attempt(...args)
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }
  const json = async (...args: string[]) => JSON.parse(await svcpay(...args, '--json'))
  return { attempt, svcpay, json }
}
