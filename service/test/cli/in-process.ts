import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Context } from '../../src/cli/context.ts'
import { runCommand } from '../../src/cli/program.ts'
import type { Env } from '../../src/config.ts'
import { type Outcome, type Running, saidIn } from '../support/cli.ts'

/** Commands leave nothing in the developer’s home directory. */
const stateHome = join(tmpdir(), 'svcpay-tests-state')

/** Runs a command in this process, because starting a process takes longer than most commands. */
export async function run(args: string[], env: Env = {}, cwd = tmpdir()): Promise<Outcome> {
  return await launchHere(args, env, cwd).ended
}

/** Starts a command that runs until it is asked to stop, as by a signal. To kill one, start it in its own process. */
export function launchHere(args: string[], env: Env = {}, cwd = tmpdir()): Omit<Running, 'pid'> {
  const output = { stdout: '', stderr: '' }
  let stop: (signal: string) => void = () => {}
  const context: Context = {
    env: { XDG_STATE_HOME: stateHome, ...env },
    cwd,
    print: text => {
      output.stdout += `${text}\n`
    },
    printError: text => {
      output.stderr += `${text}\n`
    },
    stopRequested: new Promise(resolve => {
      stop = resolve
    }),
    isTerminal: false,
  }
  let isGone = false
  const ended = runCommand(args, context)
    .then(code => ({ code, ...output }))
    .finally(() => {
      isGone = true
    })
  return {
    ended,
    says: pattern => saidIn(output, pattern, () => isGone),
    signal(name) {
      stop(name)
      return ended
    },
  }
}

/** The same, stopped at the end of the test. */
export function launchHereForThisTest(
  args: string[],
  env?: Env,
  cwd?: string,
): ReturnType<typeof launchHere> {
  const heard = process.listeners('SIGHUP')
  const running = launchHere(args, env, cwd)
  onTestFinished(async () => {
    await running.signal('SIGINT')
    // a process would have taken its listeners with it
    for (const listener of process.listeners('SIGHUP')) {
      if (!heard.includes(listener)) process.off('SIGHUP', listener)
    }
  })
  return running
}

/** Commands that share an environment, which is read when they run. */
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
