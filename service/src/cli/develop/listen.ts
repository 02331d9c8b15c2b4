import type { Command } from 'commander'
import type { Callback, Merchant, Page } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { createOperatorClient, type OperatorClient } from '../operator-client.ts'
import { at, everyItem, operatorCommand, query } from '../operator-command.ts'
import { noMerchant, readSigningSecret } from '../signing-secret.ts'
import { isListenerUrl, isListening, type Relayed, startRelay } from './callback-relay.ts'

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
      const say = (text: string, facts: object) => context.print(json ? JSON.stringify(facts) : text)
      const client = createOperatorClient(context, { url, token, actor })
      const merchant = await findMerchant(client, wanted)
      const { merchantId } = merchant
      if (await isListening(merchant.callbackUrl)) {
        throw new CommandFault(
          `Another svcpay listen is running for ${merchant.name}: stop it, or choose another merchant with --merchant.`,
        )
      }
      const stopped = Promise.race([context.stopRequested, hungUp()])
      const relay = await startRelay(forwardTo, relayed => say(describe(relayed), relayed))
      const callbackUrl = await urlBefore(client, merchant)
      try {
        await setCallbackUrl(client, merchantId, relay.url)
        const signingSecret = await readSigningSecret(context, merchantId).catch(() => null)
        const where = forwardTo
          ? `Forwarding callbacks of ${merchant.name} (${merchantId}) to ${forwardTo}.`
          : `Listening to callbacks of ${merchant.name} (${merchantId}).`
        const secret = signingSecret
          ? `Signing secret: ${signingSecret}`
          : `The signing secret cannot be read from here: svcpay api POST /merchants/${merchantId}/callback/rotate-secret prints a new one.`
        const facts = { merchantId, forwardTo, callbackUrl, signingSecret }
        say(`${where}\n${secret}\nPress Ctrl-C to stop.\n`, facts)
        await stopped
      } finally {
        await restore(client, merchantId, relay.url, callbackUrl)
        relay.stop()
      }
    })
}

export function targetOf(text: string): string {
  const withHost = /^:?\d+$/.test(text) ? `localhost:${text.replace(':', '')}` : text
  const address = /^https?:\/\//.test(withHost) ? withHost : `http://${withHost}`
  const isComplete = address === withHost || /^[\w.-]+:\d+(\/|$)/.test(withHost)
  if (isComplete && URL.canParse(address)) return new URL(address).href
  throw new CommandFault(
    '--forward-to must be an address such as localhost:3000 or http://localhost:3000/callback.',
    2,
  )
}

async function setCallbackUrl(client: OperatorClient, merchantId: string, url: string | null): Promise<void> {
  await client.call('PUT', at`/merchants/${merchantId}/callback`, { url })
}

/** A killed listener leaves its address as the callback URL. The audit log has the URL that it replaced. */
async function urlBefore(client: OperatorClient, { merchantId, callbackUrl }: Merchant) {
  let url = callbackUrl
  if (!isListenerUrl(url)) return url
  const changes = query({ merchantId, action: 'callback.set', limit: 100 })
  const { data } = await client.call<Page<{ detail: CallbackChange }>>('GET', `/audit${changes}`)
  for (const { detail } of data) if (isListenerUrl(url) && detail.url === url) url = detail.before.url
  return isListenerUrl(url) ? null : url
}

type CallbackChange = Pick<Callback, 'url'> & { before: Pick<Callback, 'url'> }

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
