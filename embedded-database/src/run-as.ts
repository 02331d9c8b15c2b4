import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Account } from './unprivileged-account.ts'

interface RunOptions {
  account: Account | null
  cwd: string
  stdio?: StdioOptions
  input?: string
}

interface Outcome {
  code: number | null
  output: string
}

/** The service's environment holds secrets and perhaps PG* variables, so PostgreSQL does not inherit it. */
export function spawnAs(program: string, args: readonly string[], options: RunOptions): ChildProcess {
  return spawn(program, args, {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: options.stdio ?? 'pipe',
    // A separate session, because Ctrl-C in the terminal is for the service, which stops PostgreSQL last.
    detached: true,
    ...options.account,
  })
}

export async function runAs(program: string, args: readonly string[], options: RunOptions): Promise<Outcome> {
  const child = spawnAs(program, args, options)
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('close', resolve).on('error', reject),
  )
  child.stdin?.on('error', () => {}).end(options.input)
  const [code, stdout, stderr] = await Promise.all([ended, read(child.stdout), read(child.stderr)])
  return { code, output: `${stdout}${stderr}`.trim() }
}

async function read(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream ? text(stream) : ''
}

/** PostgreSQL's last error with its detail, or else its last line, without time and process. */
export function lastLine(output: string): string {
  const lines = output
    .trim()
    .split('\n')
    .map(line => line.replace(/^\S+ \S+ \S+ \[\d+\] /, '').trim())
  const complaint = lines.findLastIndex(line => /(FATAL|PANIC|ERROR|error):/.test(line))
  const detail = lines[complaint + 1]?.startsWith('DETAIL:') ? ` ${lines[complaint + 1]}` : ''
  return complaint < 0 ? (lines.at(-1) ?? '') : `${lines[complaint]}${detail}`
}
