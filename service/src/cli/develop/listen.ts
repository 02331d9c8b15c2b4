import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { stateDirOf } from '../access.ts'
import type { Merchant } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { createOperatorClient, type OperatorClient } from '../operator-client.ts'
import { at, everyItem, operatorCommand } from '../operator-command.ts'
import { noMerchant, readSigningSecret } from '../signing-secret.ts'
import { isListener, type Relayed, startRelay } from './callback-relay.ts'

/** Prints one line, for people or for programs. */
type Say = (text: string, facts: object) => void

/**
 * For development. While it runs, it receives a merchant's callbacks, prints them, and forwards them unchanged, with
 * their signature, to a local address. At the end it restores the callback URL.
 */
export function listenCommand(context: Context): Command {
  return operatorCommand('listen', 'print a merchant’s callbacks as they arrive, and forward them')
    .option('--forward-to <address>', 'your server, such as localhost:3000 or http://localhost:3000/callback')
    .option('--merchant <merchantId>', 'the merchant (default: the oldest, which is the demo merchant)')
    .action(async ({ json, url, token, actor, forwardTo: wantedTarget, merchant: wanted }) => {
      const forwardTo = wantedTarget === undefined ? null : targetOf(wantedTarget)
      const say: Say = (text, facts) => context.print(json ? JSON.stringify(facts) : text)
      const client = createOperatorClient(context, { url, token, actor })
      const merchant = await findMerchant(client, wanted)
      const { merchantId } = merchant
      if (await isListener(merchant.callbackUrl)) {
        throw new CommandFault(
          `Another svcpay listen is running for ${merchant.name}: stop it, or choose another merchant with --merchant.`,
        )
      }
      const stopped = Promise.race([context.stopRequested, hungUp()])
      const relay = await startRelay(forwardTo, relayed => say(describe(relayed), relayed))
      const callbackUrl = await restoreEarlier(context, client, merchant, say)
      writeNote(context, merchantId, { listenerUrl: relay.url, callbackUrl })
      try {
        await setCallbackUrl(client, merchantId, relay.url)
        const signingSecret = await readSigningSecret(context, merchantId).catch(() => null)
        const where = forwardTo
          ? `Forwarding callbacks of ${merchant.name} (${merchantId}) to ${forwardTo}.`
          : `Listening to callbacks of ${merchant.name} (${merchantId}).`
        const secret = signingSecret
          ? `Signing secret: ${signingSecret}`
          : `The signing secret cannot be read from here: svcpay api POST /merchants/${merchantId}/callback/rotate-secret prints a new one.`
        say(`${where}\n${secret}\nPress Ctrl-C to stop.\n`, {
          merchantId,
          forwardTo,
          callbackUrl,
          signingSecret,
        })
        await stopped
      } finally {
        await restore(client, merchantId, relay.url, callbackUrl)
        // if a later listener has written its own note, keep it
        if (findNote(context, merchantId, relay.url)) rmSync(fileOf(context, merchantId), { force: true })
        relay.stop()
      }
    })
}

/** A port, a host and port, or a URL. */
export function targetOf(text: string): string {
  const withHost = /^:?\d+$/.test(text) ? `localhost:${text.replace(':', '')}` : text
  const address = /^https?:\/\//.test(withHost) ? withHost : `http://${withHost}`
  if (!/^[\w.-]+:\d+(\/|$)/.test(withHost) && address !== withHost) throw notATarget()
  if (!URL.canParse(address)) throw notATarget()
  return new URL(address).href
}

const notATarget = () =>
  new CommandFault(
    '--forward-to must be an address such as localhost:3000 or http://localhost:3000/callback.',
    2,
  )

async function setCallbackUrl(client: OperatorClient, merchantId: string, url: string | null): Promise<void> {
  await client.call('PUT', at`/merchants/${merchantId}/callback`, { url })
}

/** A killed listener leaves its address as the callback URL, and a note of the URL that it replaced. */
async function restoreEarlier(
  context: Context,
  client: OperatorClient,
  { merchantId, callbackUrl }: Merchant,
  say: Say,
): Promise<string | null> {
  const note = findNote(context, merchantId, callbackUrl)
  if (!note) return callbackUrl
  await setCallbackUrl(client, merchantId, note.callbackUrl)
  const before = note.callbackUrl ?? 'none'
  say(`A previous listen did not exit cleanly. Restored the callback URL: ${before}.`, {
    restored: note.callbackUrl,
  })
  return note.callbackUrl
}

/** Does not touch a URL that was set by hand in the meantime. */
async function restore(
  client: OperatorClient,
  merchantId: string,
  listenerUrl: string,
  callbackUrl: string | null,
): Promise<void> {
  try {
    const now = await findMerchant(client, merchantId)
    if (now.callbackUrl === listenerUrl) await setCallbackUrl(client, merchantId, callbackUrl)
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error
    throw new CommandFault(`Could not restore the callback URL; the next listen will. ${error.message}`)
  }
}

/** Resolves when the terminal is closed. The handler stays, so that a second signal cannot prevent restoring the URL. */
function hungUp(): Promise<void> {
  return new Promise(resolve => process.on('SIGHUP', () => resolve()))
}

async function findMerchant(client: OperatorClient, merchantId?: string): Promise<Merchant> {
  if (merchantId) return await client.call<Merchant>('GET', at`/merchants/${merchantId}`)
  const oldest = (await everyItem<Merchant>(client, '/merchants')).at(-1)
  if (!oldest) throw new CommandFault(noMerchant)
  return oldest
}

function describe({ at, type, eventId, svcPaymentId, attempt, status, error, durationMs }: Relayed): string {
  const payment = svcPaymentId ? `  ${svcPaymentId}` : ''
  const again = attempt === 1 ? '' : `, attempt ${attempt}`
  const outcome = status === null ? `no answer: ${error}` : `${status} (${durationMs} ms${again})`
  return `${at.toISOString().slice(11, 19)}  ${type}  ${eventId}${payment}  → ${outcome}`
}

/** Keeps the previous callback URL, so that it is not lost if the listener is killed. */
interface ListeningNote {
  listenerUrl: string
  callbackUrl: string | null
}

const fileOf = (context: Context, merchantId: string) => join(stateDirOf(context), 'listening', merchantId)

/** The note of the listener at this address. */
function findNote(context: Context, merchantId: string, listenerUrl: string | null): ListeningNote | null {
  try {
    const note: ListeningNote = JSON.parse(readFileSync(fileOf(context, merchantId), 'utf8'))
    return note.listenerUrl === listenerUrl ? note : null
  } catch {
    return null
  }
}

function writeNote(context: Context, merchantId: string, note: ListeningNote): void {
  const file = fileOf(context, merchantId)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw new CommandFault(
      `Cannot store the current callback URL (${(error as Error).message}). Set XDG_STATE_HOME to a writable folder.`,
    )
  }
}
