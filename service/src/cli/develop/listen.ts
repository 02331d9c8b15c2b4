import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Command } from 'commander'
import type { Callback, Merchant, Page } from '../answers.ts'
import { CommandFault, type Context } from '../context.ts'
import { noMerchant, readSigningSecret } from '../database.ts'
import { causesOf, createOperatorClient, type OperatorClient } from '../operator-client.ts'
import { at, everyItem, operatorCommand, query } from '../operator-command.ts'

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
      if (await isListening(merchant.callbackUrl))
        throw new CommandFault(
          `Another svcpay listen is running for ${merchant.name}: stop it, or choose another merchant with --merchant.`,
        )
      // a closed terminal; the handler stays, so that a second signal cannot prevent restoring the URL
      const hungUp = new Promise(resolve => process.on('SIGHUP', resolve))
      const relay = await startRelay(forwardTo, relayed => say(describe(relayed), relayed))
      const callbackUrl = await urlBefore(client, merchant)
      try {
        await setCallbackUrl(client, merchantId, relay.url)
        const signingSecret = await readSigningSecret(context, merchantId).catch(() => null)
        const whose = `callbacks of ${merchant.name} (${merchantId})`
        const where = forwardTo ? `Forwarding ${whose} to ${forwardTo}.` : `Listening for ${whose}.`
        const secret = signingSecret
          ? `Signing secret: ${signingSecret}`
          : `The signing secret cannot be read from here: rotate it with svcpay api POST /merchants/${merchantId}/callback/rotate-secret.`
        const facts = { merchantId, forwardTo, callbackUrl, signingSecret }
        say(`${where}\n${secret}\nPress Ctrl-C to stop.\n`, facts)
        await Promise.race([context.stopRequested, hungUp])
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

function setCallbackUrl(client: OperatorClient, merchantId: string, url: string | null) {
  return client.call('PUT', at`/merchants/${merchantId}/callback`, { url })
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
async function restore(client: OperatorClient, merchantId: string, from: string, to: string | null) {
  try {
    const now = await findMerchant(client, merchantId)
    if (now.callbackUrl === from) await setCallbackUrl(client, merchantId, to)
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error
    throw new CommandFault(`Could not restore the callback URL; the next listen will. ${error.message}`)
  }
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

type Relayed = Awaited<ReturnType<typeof relay>>

const passedHeader = /^(content-type|user-agent|svc-.+)$/

const listenerPath = '/svcpay-listen'
const isListenerUrl = (url: string | null) => url !== null && new URL(url).pathname === listenerPath

async function isListening(url: string | null): Promise<boolean> {
  if (url === null || !isListenerUrl(url)) return false
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  return answer?.status === 204
}

/** Forwards callbacks unchanged and returns the answers. Without a target, it accepts every callback. */
async function startRelay(forwardTo: string | null, report: (relayed: Relayed) => void) {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(204).end()
    relay(forwardTo, request, response)
      .then(report)
      .catch(() => response.writeHead(502).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${listenerPath}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function relay(forwardTo: string | null, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const given = (name: string) => String(request.headers[name] ?? '')
  const passed = Object.keys(request.headers).filter(name => passedHeader.test(name))
  const headers = Object.fromEntries(passed.map(name => [name, given(name)]))
  const startedAt = performance.now()
  const answer = forwardTo === null ? accepted : await post(forwardTo, headers, Buffer.concat(chunks))
  const durationMs = Math.round(performance.now() - startedAt)
  response.writeHead(answer.status ?? 502, answer.headers).end(answer.body)
  return {
    at: new Date(),
    type: given('svc-event-type'),
    eventId: given('svc-event-id'),
    svcPaymentId: given('svc-payment-id') || null,
    attempt: Number(given('svc-delivery-attempt')),
    status: answer.status,
    error: answer.error,
    durationMs,
  }
}

const accepted = { status: 200, error: null, headers: {}, body: '' }

/** Returns no status if there was no answer; `error` says why. */
async function post(url: string, headers: Record<string, string>, body: Buffer<ArrayBuffer>) {
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
    const retryAfter = answer.headers.get('retry-after')
    return {
      status: answer.status,
      error: null,
      headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
      body: Buffer.from(await answer.arrayBuffer()),
    }
  } catch (error) {
    const reason = whyNoAnswer(error, new URL(url).host)
    return { status: null, error: reason, headers: {}, body: reason }
  }
}

function whyNoAnswer(error: unknown, host: string): string {
  const [{ code, message } = error as NodeJS.ErrnoException] = causesOf(error)
  if (code === 'ECONNREFUSED') return `connection refused: nothing is listening on ${host}`
  if (code === 'ENOTFOUND') return `unknown host ${host}`
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return `${host} closed the connection`
  return code === 'UND_ERR_HEADERS_TIMEOUT' ? `${host} did not answer in time` : message
}
