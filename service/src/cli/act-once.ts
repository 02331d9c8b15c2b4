import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../crypto.ts'
import { stateDirOf } from './access.ts'
import { CommandFault, type Context } from './context.ts'
import { CallFault, type OperatorClient } from './operator-client.ts'

/** A command that moves money. */
interface ActingCommand {
  name: string
  /** What it acts on. */
  target: string
  path: string
  body: object
  /** How to type it again. */
  typed: string
}

/** Noted in a file before it is sent, until its outcome is known. */
interface OpenCommand extends ActingCommand {
  key: string
  startedAt: string
  /** The last run that sent it. */
  run: string
}

type CommandRun = ReturnType<typeof noteCommand>

/** Refusals that come after the key was looked up, so they say what became of an earlier try with it. */
const decisive = new Set(['invalid_request', 'invalid_state', 'idempotency_conflict', 'no_connected_account'])

/** Sends a command that moves money. If the answer is lost, typing it again resumes it under the same key. */
export async function actOnce<Answer>(
  context: Context,
  client: OperatorClient,
  command: ActingCommand,
  givenKey?: string,
): Promise<Answer> {
  const { name } = command
  const run = begin(context, command, givenKey)
  for (const { typed, startedAt } of run.others) {
    context.printError(
      `svcpay: The outcome of an earlier command is still unknown: ${typed} (begun at ${startedAt}). Repeat it to learn the outcome.`,
    )
  }
  const end = (outcome: Parameters<CommandRun['end']>[0]) => {
    try {
      run.end(outcome)
    } catch (error) {
      context.printError(
        `svcpay: The note of this command could not be changed (${(error as Error).message}). Its key is ${run.key}.`,
      )
    }
  }
  const interrupted = context.stopRequested.then(() => {
    throw new CallFault('Interrupted.', 'unknown')
  })
  const call = client.call<Answer>('POST', command.path, command.body, { 'idempotency-key': run.key })
  const answer = await Promise.race([call, interrupted]).catch(error => {
    const mayBeOpen = run.resumedFrom !== null || givenKey !== undefined
    const isKnown =
      error instanceof CallFault && (mayBeOpen ? decisive.has(error.code ?? '') : error.outcome !== 'unknown')
    end(isKnown ? 'nothing done' : 'unknown')
    throw isKnown ? error : unknownOutcome(error, name, run)
  })
  end('done')
  if (run.resumedFrom !== null) {
    context.printError(
      `svcpay: This finished the ${name} that began at ${run.resumedFrom} and whose outcome was unknown. It was done once. To do it again, repeat the command.`,
    )
  }
  return answer
}

function begin(context: Context, command: ActingCommand, givenKey?: string): CommandRun {
  const folder = join(stateDirOf(context), 'open-commands')
  try {
    return noteCommand(folder, command, givenKey)
  } catch (error) {
    throw new CommandFault(
      `Nothing was sent: the key of this command cannot be kept in ${folder} (${(error as Error).message}). Set XDG_STATE_HOME to a folder that you can write to.`,
    )
  }
}

function unknownOutcome(error: unknown, name: string, { resumedFrom, key }: CommandRun): unknown {
  if (!(error instanceof CommandFault)) return error
  const what =
    resumedFrom === null
      ? 'The outcome is unknown'
      : `The outcome of the ${name} that began at ${resumedFrom} is still unknown`
  return new CommandFault(
    `${error.message} ${what}: repeat the same command to learn it. It keeps its key (${key}), so it acts only once.`,
  )
}

/**
 * The same command gets the same key until its outcome is known, so that it acts once however often it is typed. The
 * address of the service does not matter: ids are unique, and a service can have several addresses.
 */
function noteCommand(folder: string, command: ActingCommand, givenKey?: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(
    folder,
    `${sha256(`${command.path}\n${JSON.stringify(command.body)}`).toString('hex')}.json`,
  )
  const fresh: OpenCommand = {
    ...command,
    key: givenKey ?? randomUUID(),
    startedAt: new Date().toISOString(),
    run: randomUUID(),
  }
  const earlier = noteUnlessNoted(file, fresh)
  const isOther = earlier !== null && givenKey !== undefined && earlier.key !== givenKey
  const own = earlier === null || isOther ? fresh : { ...earlier, run: fresh.run }
  if (own !== fresh) renameSync(write(file, own), file)
  const names = readdirSync(folder).filter(name => name.endsWith('.json'))
  const open = names.map(name => read(join(folder, name)))
  return {
    key: own.key,
    /** When it began, if an earlier run has left its outcome open. */
    resumedFrom: own === fresh ? null : own.startedAt,
    /** Other commands on the same target whose outcome is unknown. */
    others: open
      .filter(one => one !== null)
      .filter(one => one.target === command.target && one.key !== own.key),
    end(outcome: 'done' | 'nothing done' | 'unknown'): void {
      const noted = read(file)
      // Once it is done, its key can do no more. Where nothing was done, another run may still be trying.
      const isOver = outcome === 'done' ? noted?.key === own.key : noted?.run === own.run
      if (outcome !== 'unknown' && isOver) rmSync(file, { force: true })
      // another run may have removed it
      if (outcome === 'unknown' && noted === null) noteUnlessNoted(file, own)
    },
  }
}

/** In one step, so that of two runs at the same time one is first. Null, or what was noted before. */
function noteUnlessNoted(file: string, command: OpenCommand): OpenCommand | null {
  const draft = write(file, command)
  try {
    for (;;) {
      try {
        linkSync(draft, file)
        return null
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        const noted = read(file)
        if (noted) return noted
      }
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

function write(file: string, command: OpenCommand): string {
  const draft = `${file}.${command.run}`
  writeFileSync(draft, `${JSON.stringify(command, null, 2)}\n`, { mode: 0o600, flush: true })
  return draft
}

/** Null when it is gone. */
function read(file: string): OpenCommand | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}
