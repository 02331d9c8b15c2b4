import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { dataDirOf } from '../access.ts'
import { CommandFault, type Context } from '../context.ts'

/** What was set before a listener took its place, so that a listener that is killed loses nothing. */
interface ListeningNote {
  listenerUrl: string
  callbackUrl: string | null
}

/** In the data dir; where there is none, because the service is elsewhere, at home. */
function filesOf(context: Context, merchantId: string): { folder: string; file: string }[] {
  const folders = [join(dataDirOf(context), 'listening'), join(homedir(), '.svcpay-listening')]
  return folders.map(folder => ({ folder, file: join(folder, merchantId) }))
}

/** The note of the listener that has this address. */
export function findNote(
  context: Context,
  merchantId: string,
  listenerUrl: string | null,
): ListeningNote | null {
  const notes = filesOf(context, merchantId).map(({ file }) => read(file))
  return notes.find(note => note?.listenerUrl === listenerUrl) ?? null
}

export function writeNote(context: Context, merchantId: string, note: ListeningNote): void {
  const written = filesOf(context, merchantId).some(({ folder, file }) => {
    try {
      // not the folders above it: a data dir that is not there is not ours to make
      mkdirSync(folder, { mode: 0o700 })
    } catch {
      // it is there already, or writing says what is wrong
    }
    try {
      writeFileSync(`${file}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 })
      renameSync(`${file}.new`, file)
      return true
    } catch {
      return false
    }
  })
  if (!written)
    throw new CommandFault('The callback URL can be noted nowhere: set SVC_DATA_DIR to a folder of yours.')
}

/** A listener that was started later has its own note, which stays. */
export function removeNote(context: Context, merchantId: string, listenerUrl: string): void {
  for (const { file } of filesOf(context, merchantId)) {
    if (read(file)?.listenerUrl === listenerUrl) rmSync(file, { force: true })
  }
}

function read(file: string): ListeningNote | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
