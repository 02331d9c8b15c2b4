import { setTimeout as pause } from 'node:timers/promises'
import { type Env, ignoredSettings } from '../config.ts'

/** A command's only access to the outside world. */
export interface Context {
  env: Env
  cwd: string
  print(text: string): void
  printError(text: string): void
  /** Resolves when the process is asked to stop. */
  stopRequested: Promise<string>
  isTerminal: boolean
}

/** A fault that is shown to the user as one line, without a stack. */
export class CommandFault extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.name = 'CommandFault'
    this.exitCode = exitCode
  }
}

export function printAnswer<Answer>(
  { print }: Context,
  json: boolean | undefined,
  answer: Answer,
  describe: (answer: Answer) => string,
): void {
  print(json ? JSON.stringify(answer, null, 2) : describe(answer))
}

/** Waits this long, or until the process is asked to stop. Returns whether it was asked to stop. */
export async function isStoppedWithin({ stopRequested }: Context, ms: number): Promise<boolean> {
  return await Promise.race([pause(ms, false), stopRequested.then(() => true)])
}

/** For work in steps that a second run can continue. `refuse` throws if the process has been asked to stop. */
export function watchForStop({ stopRequested }: Context) {
  let isStopped = false
  stopRequested.then(() => {
    isStopped = true
  })
  return {
    isStopped: () => isStopped,
    refuse(): void {
      if (isStopped) throw new CommandFault('Stopped before the end. Run it again to continue.')
    },
  }
}

/** A misspelled setting would otherwise be ignored silently. */
export function warnOfIgnoredSettings({ env, printError }: Context): void {
  for (const sentence of ignoredSettings(env)) printError(`svcpay: Warning: ${sentence}`)
}
