import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../crypto.ts'

/** A command that moves money. */
export interface ActingCommand {
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

export type CommandRun = ReturnType<typeof beginCommand>

/**
 * The same command gets the same key until its outcome is known, so that it acts once however often it is typed. The
 * address of the service does not matter: ids are unique, and a service can have several addresses.
 */
export function beginCommand(folder: string, command: ActingCommand, givenKey?: string) {
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
