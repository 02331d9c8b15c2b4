import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Relay {
  url: string
  stop(): void
}

/** A callback that came through; the status is null when nobody answered. */
export interface Relayed {
  at: Date
  type: string
  eventId: string
  attempt: number
  status: number | null
  durationMs: number
}

const passedHeaders = [
  'content-type',
  'user-agent',
  'svc-signature',
  'svc-event-type',
  'svc-event-id',
  'svc-payment-id',
  'svc-delivery-attempt',
]

/** Hands callbacks on as they are, and the answers back. */
export async function startRelay(forwardTo: string, report: (relayed: Relayed) => void): Promise<Relay> {
  const server = createServer((request, response) => {
    relay(forwardTo, request, response)
      .then(report)
      .catch(() => response.writeHead(502).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function relay(
  forwardTo: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Relayed> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const given = (name: string) => String(request.headers[name] ?? '')
  const headers = Object.fromEntries(
    passedHeaders.filter(name => given(name)).map(name => [name, given(name)]),
  )
  const startedAt = performance.now()
  const answer = await post(forwardTo, headers, Buffer.concat(chunks)).catch(() => null)
  const durationMs = Math.round(performance.now() - startedAt)
  response.writeHead(answer?.status ?? 502, answer?.headers).end(answer?.body)
  return {
    at: new Date(),
    type: given('svc-event-type'),
    eventId: given('svc-event-id'),
    attempt: Number(given('svc-delivery-attempt')),
    status: answer?.status ?? null,
    durationMs,
  }
}

async function post(url: string, headers: Record<string, string>, body: Buffer<ArrayBuffer>) {
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
  const retryAfter = answer.headers.get('retry-after')
  return {
    status: answer.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
    body: Buffer.from(await answer.arrayBuffer()),
  }
}
