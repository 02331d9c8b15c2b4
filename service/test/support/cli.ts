import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import type { Env } from '../../src/config.ts'

const program = fileURLToPath(new URL('../../bin/svcpay.js', import.meta.url))

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** A process that runs the built command. */
export interface Running {
  pid: number
  ended: Promise<Outcome>
  /** Waits for output that matches, and returns it. Fails if the process ends first. */
  says(pattern: RegExp): Promise<string>
  signal(name: NodeJS.Signals): Promise<Outcome>
}

/** Starts the command with only the given environment, in a folder without an .env file. */
export function launch(args: string[], env: Env = {}, cwd = tmpdir()): Running {
  return follow(
    spawn(process.execPath, [program, ...args], {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

export function follow(child: ChildProcess): Running {
  const output = collect(child)
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }))
  return {
    pid: child.pid ?? 0,
    ended,
    says: pattern => saidIn(output, pattern, () => child.exitCode !== null || child.signalCode !== null),
    signal(name) {
      child.kill(name)
      return ended
    },
  }
}

/** Waits for output that matches, and returns the match. Fails if its writer is gone first. */
export async function saidIn(
  output: Omit<Outcome, 'code'>,
  pattern: RegExp,
  isGone: () => boolean,
): Promise<string> {
  const said = () => {
    if (!isGone() && !pattern.test(output.stdout))
      throw new Error(`it said: ${output.stdout}${output.stderr}`)
  }
  await waitFor(said, { interval: 20 })
  const found = pattern.exec(output.stdout)
  if (!found) throw new Error(`it ended: ${output.stdout}${output.stderr}`)
  return found[1] ?? found[0]
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', text => {
      output[name] += text
    })
  }
  return output
}

/** The same, stopped at the end of the test. */
export function launchForThisTest(args: string[], env?: Env, cwd?: string): Running {
  const running = launch(args, env, cwd)
  onTestFinished(async () => {
    await running.signal('SIGKILL')
  })
  return running
}

export async function run(args: string[], env?: Env, cwd?: string): Promise<Outcome> {
  return await launch(args, env, cwd).ended
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

/** Expects a usage error: one line, with its own exit code. */
export function expectUsageFault({ code, ...outcome }: Outcome, line: string | RegExp): void {
  expect(code).toBe(2)
  expectRefusal({ ...outcome, code: 1 }, line)
}

/** Expects a refusal: exactly these lines on standard error, and exit code 1. */
export function expectRefusal({ code, stderr }: Outcome, ...lines: (string | RegExp)[]): void {
  const said = stderr.trimEnd().split('\n')
  expect(said).toEqual(lines.map(line => expect.stringMatching(line)))
  for (const line of said) expect(line).toMatch(/^svcpay: \S/)
  expect(code).toBe(1)
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'svcpay-cli-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export function folderForThisTest(): string {
  const { path, remove } = temporaryFolder()
  onTestFinished(remove)
  return path
}
