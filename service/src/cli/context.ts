import { setTimeout as pause } from 'node:timers/promises'
import { type Env, ignoredSettings } from '../config.ts'

/** Everything a command may touch of the outside. */
export interface Context {
  env: Env
  /** Where the command was typed. */
  cwd: string
  print(text: string): void
  printError(text: string): void
  /** Resolves when the process is asked to stop. */
  stopRequested: Promise<string>
  isTerminal: boolean
}

/** A fault worth one line to the person who typed the command. */
export class CommandFault extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.name = 'CommandFault'
    this.exitCode = exitCode
  }
}

/** Waits, but not past the moment when the process is asked to stop; whether it was. */
export async function isStoppedWithin({ stopRequested }: Context, ms: number): Promise<boolean> {
  return await Promise.race([pause(ms, false), stopRequested.then(() => true)])
}

/** Tells at any time whether the process was asked to stop. */
export function watchForStop({ stopRequested }: Context): () => boolean {
  let isStopped = false
  stopRequested.then(() => {
    isStopped = true
  })
  return () => isStopped
}

/** A misspelt setting would otherwise be ignored silently. */
export function warnOfIgnoredSettings({ env, printError }: Context): void {
  for (const sentence of ignoredSettings(env)) printError(`svcpay: Warning: ${sentence}`)
}
