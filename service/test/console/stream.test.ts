import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { longestWaitMs } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import { createChangeFeed } from '../../src/console/change-feed.ts'
import { createStreams } from '../../src/console/streams.ts'
import type { Db } from '../../src/db/db.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'
import { operatorToken, startService, type TestService } from '../support/service.ts'
import { addOperator, signIn } from './browser.ts'

const paying = usePaying({ role: 'all', webhooks: true })

interface Line {
  id: string
  event: string
  data: Record<string, string>
}

interface Reading {
  lines: Line[]
  ended: Promise<void>
  close(): void
}

async function follow(
  headers: Record<string, string>,
  service: TestService = paying.service,
): Promise<Reading> {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`${service.url}/admin/v1/stream`, { headers, signal: abort.signal })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const lines: Line[] = []
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      lines.push(...blocks.flatMap(lineIn))
    }
  }
  const ended = read().catch(() => {})
  return { lines, ended, close: () => abort.abort() }
}

function lineIn(block: string): Line[] {
  const fields = Object.fromEntries(block.split('\n').map(line => line.split(/: (.*)/s).slice(0, 2)))
  return fields.event ? [{ id: fields.id, event: fields.event, data: JSON.parse(fields.data) }] : []
}

const bearer = { authorization: `Bearer ${operatorToken}` }
const cookie = (text: string) => ({ cookie: `svc_console=${text}` })

describe('the stream', () => {
  it('has a line for each payment, event and delivery that changed', async () => {
    const receiver = await startReceiver()
    const { merchantId } = paying.merchant
    await paying.service.admin('PUT', `/merchants/${merchantId}/callback`, { url: receiver.url })
    const { lines } = await follow(bearer)
    const { id } = await paying.pay()
    const of = (event: string) => lines.filter(line => line.event === event && line.data.svcPaymentId === id)
    await expect.poll(() => of('delivery').at(-1)?.data.state).toBe('delivered')
    expect(of('payment').at(-1)?.data).toEqual({
      kind: 'payment',
      id,
      merchantId,
      svcPaymentId: id,
      status: 'succeeded',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(of('event').at(-1)?.data).toMatchObject({
      kind: 'event',
      type: expect.any(String),
      outcome: 'applied',
    })
    expect(of('delivery')[0]?.data).toMatchObject({ id: expect.stringMatching(/^dlv_/), merchantId })
    const last = of('payment').at(-1)
    expect(Number(last?.id)).toBe(Date.parse(last?.data.at ?? ''))
  })

  it('sends missed changes to a client that names the last one it read', async () => {
    const { body } = await paying.create()
    const missed = await follow({ ...bearer, 'last-event-id': String(Date.now() - 60_000) })
    await expect.poll(() => missed.lines.map(({ data }) => data.id)).toContain(body.svcPaymentId)
    const fresh = await follow({ ...bearer, 'last-event-id': 'nonsense' })
    const other = await paying.create()
    await expect.poll(() => fresh.lines.map(({ data }) => data.id)).toContain(other.body.svcPaymentId)
    expect(fresh.lines.map(({ data }) => data.id)).not.toContain(body.svcPaymentId)
  })

  it('ends at sign-out', async () => {
    const browser = await signIn(paying.service)
    const { ended } = await follow(cookie(browser.cookie))
    await browser.call('DELETE', '/console/session')
    await ended
  })

  it('ends when the token is revoked', async () => {
    const { operatorId, token } = await addOperator(paying.service, 'viewer')
    const { ended } = await follow({ authorization: `Bearer ${token}` })
    await paying.service.admin('DELETE', `/operators/${operatorId}`)
    await ended
  })

  it('does not delay a stop', async () => {
    const other = await startService(paying.databaseUrl, { env: paying.sandboxEnv })
    const { ended } = await follow(bearer, other)
    const startedAt = performance.now()
    await other.stop()
    await ended
    // a stop waits longer for what is in flight
    expect(performance.now() - startedAt).toBeLessThan(longestWaitMs)
  })

  it('does not take a request’s place, and each reader can open only a few', async () => {
    const budget = { bodyBytes: 1024, maxInFlight: 2, maxWaitMs: 2000, share: 1 }
    const doors = { merchants: budget, webhooks: budget, operators: budget, portals: budget, public: budget }
    const other = await startService(paying.databaseUrl, { env: paying.sandboxEnv, doorLimits: { doors } })
    onTestFinished(other.stop)
    const { token } = await addOperator(paying.service, 'viewer')
    for (let open = 0; open < 10; open += 1) await follow({ authorization: `Bearer ${token}` }, other)
    const headers = { authorization: `Bearer ${token}` }
    expectProblem(await other.call('GET', '/admin/v1/stream', { headers }), 'too_many_requests')
    expect((await other.call('GET', '/admin/v1/merchants', { headers })).status).toBe(200)
    await follow(bearer, other)
  })
})

describe('the feed of changes', () => {
  it('reads the database only while there are followers, once for all of them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    let statements = 0
    const db = (async () => {
      statements += 1
      return []
    }) as unknown as Db
    const feed = createChangeFeed({ db, clock: systemClock, log: pino({ level: 'silent' }) })
    const pass = () => vi.advanceTimersByTimeAsync(5000)
    await pass()
    expect(statements).toBe(0)
    const ends = [feed.follow(() => {}), feed.follow(() => {}), feed.follow(() => {})]
    await pass()
    expect(statements).toBe(3 * 11)
    for (const end of ends) end()
    await pass()
    expect(statements).toBe(3 * 11)
  })
})

describe('a stream', () => {
  const feed = { follow: () => () => {}, missedSince: async () => [] }
  const wanted = { reader: 'x', merchantId: null, lastEventId: undefined, isStillAllowed: async () => true }

  it('has a comment every 15 seconds, so that proxies keep the connection', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const stream = createStreams(feed).open(wanted)
    vi.advanceTimersByTime(30_000)
    // from Node.js 26 on, each read gives one chunk
    const chunks = [stream.read(), stream.read() ?? '', stream.read() ?? '']
    expect(chunks.join('')).toBe('retry: 2000\n\n: still here\n\n: still here\n\n')
    stream.destroy()
  })

  it('is ended if it is not read', () => {
    const changes = Array.from({ length: 500 }, (_, i) => ({
      kind: 'payment' as const,
      id: `svcpay_${i}`,
      merchantId: 'x'.repeat(100),
      svcPaymentId: null,
      at: new Date(),
    }))
    let tell = (_: typeof changes) => {}
    const stream = createStreams({
      ...feed,
      follow(given) {
        tell = given
        return () => {}
      },
    }).open(wanted)
    for (let i = 0; i < 20; i += 1) tell(changes)
    expect(stream.destroyed).toBe(true)
  })
})
