import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stateDirOf } from '../access.ts'
import { CommandFault, type Context } from '../context.ts'

/** What was set before a listener took its place, so that a listener that is killed loses nothing. */
interface ListeningNote {
  listenerUrl: string
  callbackUrl: string | null
}

const fileOf = (context: Context, merchantId: string) => join(stateDirOf(context), 'listening', merchantId)

/** The note of the listener that has this address. */
export function findNote(
  context: Context,
  merchantId: string,
  listenerUrl: string | null,
): ListeningNote | null {
  try {
    const note: ListeningNote = JSON.parse(readFileSync(fileOf(context, merchantId), 'utf8'))
    return note.listenerUrl === listenerUrl ? note : null
  } catch {
    return null
  }
}

export function writeNote(context: Context, merchantId: string, note: ListeningNote): void {
  const file = fileOf(context, merchantId)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw new CommandFault(
      `The callback URL cannot be noted (${(error as Error).message}). Set XDG_STATE_HOME to a folder that you can write to.`,
    )
  }
}

/** A listener that was started later has its own note, which stays. */
export function removeNote(context: Context, merchantId: string, listenerUrl: string): void {
  if (findNote(context, merchantId, listenerUrl)) rmSync(fileOf(context, merchantId), { force: true })
}
