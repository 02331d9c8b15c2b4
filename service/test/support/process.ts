import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { waitUntil } from '../../../vitest.waits.ts'
import type { Env, Role } from '../../src/config.ts'
import { testEnv } from './service.ts'

const program = fileURLToPath(new URL('../../bin/svcpay.js', import.meta.url))
const killAtStep = new URL('./kill-at-step.mjs', import.meta.url).href

export interface ServiceProcess {
  url: string
  /** Resolves with the signal that ended the process, if one did. */
  ended: Promise<NodeJS.Signals | null>
  stop(): Promise<void>
  kill(): boolean
}

export interface ServiceProcessOptions {
  env: Env
  role?: Role
  /** `<kind>:<step>`: the process kills itself at this step of an operation. */
  killAt?: string
}

/** Starts the built service in its own process, as in production. */
export async function startServiceProcess(
  databaseUrl: string,
  { env, role = 'all', killAt }: ServiceProcessOptions,
): Promise<ServiceProcess> {
  const preload = killAt === undefined ? [] : ['--import', killAtStep]
  const child = spawn(process.execPath, [...preload, program, 'serve', '--role', role], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...testEnv(databaseUrl), ...env, KILL_AT: killAt },
  })
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const url = await listeningUrl(child)
  await untilReady(url)
  return {
    url,
    ended,
    kill: () => child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** An instance that waits for a slow database already listens, but refuses requests. */
export async function untilReady(url: string): Promise<void> {
  await waitUntil(async () => (await fetch(`${url}/readyz`)).ok)
}

function listeningUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('no output to read')
    createInterface({ input: child.stdout }).on('line', line => {
      const { msg, url } = JSON.parse(line)
      if (msg === 'listening') resolve(url)
    })
    child.once('exit', () => reject(new Error('the service ended before it listened')))
  })
}
