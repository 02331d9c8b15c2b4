import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import stringify from 'safe-stable-stringify'
import { sha256 } from '../crypto.ts'
import { CommandFault, type Context } from './context.ts'
import { CallFault, type OperatorClient } from './operator-client.ts'

/** A call that moves money, such as `/payments/svcpay_1/refund`. */
interface ActingCall {
  path: string
  body: object
}

/** Stored in a file before it is sent, and kept there until its outcome is known. */
interface OpenCommand extends ActingCall {
  key: string
  startedAt: string
  run: string
}

type Outcome = 'done' | 'nothing done' | 'unknown'

/** The service returns these codes only after looking up the key, so they also settle an earlier try with that key. */
const decisive = new Set(['invalid_request', 'invalid_state', 'idempotency_conflict', 'no_connected_account'])

/** Sends a command that moves money. If the answer is lost, repeating the command resumes it with the same key. */
export async function actOnce<Answer>(
  context: Context,
  client: OperatorClient,
  { path, body }: ActingCall,
  givenKey?: string,
): Promise<Answer> {
  const name = path.split('/').at(-1) ?? ''
  const warn = (text: string) => context.printError(`svcpay: ${text}`)
  const run = begin(context, { path, body }, givenKey)
  const { resumedFrom, key } = run
  for (const other of run.others)
    warn(
      `The outcome of an earlier command is still unknown: ${typed(other)} (begun at ${other.startedAt}). Repeat it to find out.`,
    )
  const end = (outcome: Outcome) => {
    try {
      run.end(outcome)
    } catch (error) {
      const reason = (error as Error).message
      warn(`Could not update the file that keeps this command’s key (${reason}). The key is ${key}.`)
    }
  }
  const interrupted = context.stopRequested.then(() => {
    throw new CallFault('Interrupted.', 'unknown')
  })
  const call = client.call<Answer>('POST', path, body, { 'idempotency-key': key })
  const answer = await Promise.race([call, interrupted]).catch(error => {
    const mayBeOpen = resumedFrom !== null || givenKey !== undefined
    const isKnown =
      error instanceof CallFault && (mayBeOpen ? decisive.has(error.code ?? '') : error.outcome !== 'unknown')
    end(isKnown ? 'nothing done' : 'unknown')
    if (isKnown || !(error instanceof CommandFault)) throw error
    const outcome = resumedFrom
      ? `of the ${name} that began at ${resumedFrom} is still unknown`
      : 'is unknown'
    throw new CommandFault(
      `${error.message} The outcome ${outcome}: repeat the same command to find out. It keeps its key (${key}), so it acts only once.`,
    )
  })
  end('done')
  if (resumedFrom !== null)
    warn(
      `This completed the ${name} begun at ${resumedFrom}, whose outcome was unknown. It ran only once. To do another, repeat the command.`,
    )
  return answer
}

function typed({ path, body }: ActingCall): string {
  const fields = Object.entries(body).map(([name, value]) => `${name}=${value}`)
  return ['svcpay api POST', path, ...fields].join(' ')
}

/** Stores the key in the user's state folder, so that the working directory does not matter. */
function begin({ env }: Context, command: ActingCall, givenKey?: string) {
  const given = env.XDG_STATE_HOME?.trim() ?? ''
  const stateHome = isAbsolute(given) ? given : join(homedir(), '.local', 'state')
  const folder = join(stateHome, 'svcpay', 'open-commands')
  try {
    return storeCommand(folder, command, givenKey)
  } catch (error) {
    throw new CommandFault(
      `Nothing was sent: cannot store the key of this command in ${folder} (${(error as Error).message}). Set XDG_STATE_HOME to a writable folder.`,
    )
  }
}

/**
 * The same command gets the same key until its outcome is known, so that it acts only once, even if it is repeated.
 * The address of the service does not matter: ids are unique, and a service can have several addresses.
 */
function storeCommand(folder: string, { path, body }: ActingCall, givenKey?: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${sha256(`${path}\n${stringify(body)}`).toString('hex')}.json`)
  const key = givenKey ?? randomUUID()
  const fresh = { path, body, key, startedAt: new Date().toISOString(), run: randomUUID() }
  const earlier = storeUnlessStored(file, fresh)
  const isOther = earlier !== null && givenKey !== undefined && earlier.key !== givenKey
  const own = earlier === null || isOther ? fresh : { ...earlier, run: fresh.run }
  if (own !== fresh) renameSync(write(file, own), file)
  const names = readdirSync(folder).filter(name => name.endsWith('.json'))
  const open = names.map(name => read(join(folder, name))).filter(one => one !== null)
  return {
    key: own.key,
    /** When the earlier run began; null if no earlier run left its outcome open. */
    resumedFrom: own === fresh ? null : own.startedAt,
    /** Other commands on the same payment whose outcome is unknown. */
    others: open.filter(one => dirname(one.path) === dirname(path) && one.key !== own.key),
    end(outcome: Outcome): void {
      const noted = read(file)
      // A completed command uses up its key. If nothing was done, remove only our own note: another run may be trying.
      const isOver = outcome === 'done' ? noted?.key === own.key : noted?.run === own.run
      if (outcome !== 'unknown' && isOver) rmSync(file, { force: true })
      // another run may have removed it
      if (outcome === 'unknown' && noted === null) storeUnlessStored(file, own)
    },
  }
}

/** Atomic, so that only one of two simultaneous runs can be first. Returns null, or the earlier note. */
function storeUnlessStored(file: string, command: OpenCommand): OpenCommand | null {
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

function read(file: string): OpenCommand | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}
