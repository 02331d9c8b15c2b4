import type { Command } from 'commander'
import type { Merchant, Page } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { createOperatorClient, type OperatorClient } from '../operator-client.ts'
import { operatorCommand, query } from '../operator-command.ts'
import { type Relayed, startRelay } from './callback-relay.ts'
import { findNote, removeNote, writeNote } from './listening-note.ts'

/** One line, for people or for programs. */
type Say = (text: string, facts: object) => void

/**
 * For development: while it runs, a merchant's callbacks come here, are printed, and go on to a local address as
 * they are, signature included. What was set before is set again at the end.
 */
export function listenCommand(context: Context): Command {
  return operatorCommand('listen', 'send a merchant’s callbacks to a local address and print them')
    .requiredOption('--forward-to <url>', 'such as http://localhost:3000/callback')
    .option('--merchant <merchantId>', 'whose callbacks (default: the oldest, as the demo merchant is)')
    .action(async ({ json, url, token, forwardTo, merchant: wanted }) => {
      if (!URL.canParse(forwardTo)) throw new CommandFault('--forward-to must be a URL.')
      const say: Say = (text, facts) => context.print(json ? JSON.stringify(facts) : text)
      const client = createOperatorClient(context, { url, token })
      const merchant = await findMerchant(client, wanted)
      const stopped = Promise.race([context.stopRequested, hungUp()])
      const relay = await startRelay(forwardTo, relayed => say(describe(relayed), relayed))
      const { merchantId } = merchant
      const callbackUrl = await setBackEarlier(context, client, merchant, say)
      writeNote(context, merchantId, { listenerUrl: relay.url, callbackUrl })
      try {
        await setCallbackUrl(client, merchantId, relay.url)
        const who = `${merchant.name} (${merchantId})`
        say(`Callbacks of ${who} go to ${forwardTo}. Ctrl-C ends it.\n`, {
          merchantId,
          forwardTo,
          callbackUrl,
        })
        await stopped
      } finally {
        await setBack(client, merchantId, relay.url, callbackUrl)
        removeNote(context, merchantId, relay.url)
        relay.stop()
      }
    })
}

async function setCallbackUrl(client: OperatorClient, merchantId: string, url: string | null): Promise<void> {
  await client.call('PUT', `/merchants/${merchantId}/callback`, { url })
}

/** A listener that was killed has left its address behind, and a note of what was set before. */
async function setBackEarlier(
  context: Context,
  client: OperatorClient,
  { merchantId, callbackUrl }: Merchant,
  say: Say,
): Promise<string | null> {
  const note = findNote(context, merchantId, callbackUrl)
  if (!note) return callbackUrl
  await setCallbackUrl(client, merchantId, note.callbackUrl)
  const before = note.callbackUrl ?? 'none'
  say(`An earlier listen did not end in order; the callback URL before it is set back: ${before}.`, {
    setBack: note.callbackUrl,
  })
  return note.callbackUrl
}

/** What somebody else set in the meantime stays. */
async function setBack(
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
    throw new CommandFault(`The callback URL is not set back, the next listen does that. ${error.message}`)
  }
}

/** The terminal was closed. Heard for good: a second one must not end the process before the URL is set back. */
function hungUp(): Promise<void> {
  return new Promise(resolve => process.on('SIGHUP', () => resolve()))
}

async function findMerchant(client: OperatorClient, merchantId?: string): Promise<Merchant> {
  if (merchantId) return await client.call<Merchant>('GET', `/merchants/${encodeURIComponent(merchantId)}`)
  let oldest: Merchant | undefined
  let cursor: string | undefined
  do {
    const page = await client.call<Page<Merchant>>('GET', `/merchants${query({ limit: 100, cursor })}`)
    oldest = page.data.at(-1) ?? oldest
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  if (!oldest) throw new CommandFault('There is no merchant yet.')
  return oldest
}

function describe({ at, type, eventId, attempt, status, durationMs }: Relayed): string {
  const again = attempt === 1 ? '' : `  attempt ${attempt}`
  const outcome = status ?? 'no answer'
  return `${at.toISOString().slice(11, 19)}  ${type}  ${eventId}  → ${outcome} (${durationMs} ms)${again}`
}
