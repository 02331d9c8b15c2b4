import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { causesOf } from '../operator-client.ts'

export type Relayed = Awaited<ReturnType<typeof relay>>

const passedHeader = /^(content-type|user-agent|svc-.+)$/

const path = '/svcpay-listen'

export const isListenerUrl = (url: string | null) => url !== null && new URL(url).pathname === path

export async function isListening(url: string | null): Promise<boolean> {
  if (url === null || !isListenerUrl(url)) return false
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  return answer?.status === 204
}

/** Forwards callbacks unchanged and returns the answers. Without a target, it accepts every callback. */
export async function startRelay(forwardTo: string | null, report: (relayed: Relayed) => void) {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(204).end()
    relay(forwardTo, request, response)
      .then(report)
      .catch(() => response.writeHead(502).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
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
