import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import type { Env } from '../../src/config.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import type { MoneyKind, Step } from '../../src/operations/operation.ts'
import { underKey } from '../support/leases.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { type ServiceProcess, type ServiceProcessOptions, startServiceProcess } from '../support/process.ts'
import { type Answer, send, type TestService } from '../support/service.ts'

/** Prepares payments and inspects results, but recovers nothing itself. */
const paying = usePaying()

const kinds: MoneyKind[] = ['create', 'capture', 'refund', 'cancel']
const steps: Step[] = ['started', 'answered', 'settled']

interface Crash {
  kind: MoneyKind
  step: Step
  key: string
  orderRef: string
  path: string
  body: object
}

const points = kinds.flatMap(kind => steps.map(step => ({ kind, step })))
const crashes: Crash[] = []
const abandoned: { beforeTheEffect: Crash[]; afterTheEffect: Crash[] } = {
  beforeTheEffect: [],
  afterTheEffect: [],
}
let restarted: TestService

beforeAll(async () => {
  const queue = [...points]
  const work = async () => {
    for (let point = queue.shift(); point; point = queue.shift()) crashes.push(await crashAt(point))
  }
  await Promise.all([work(), work()])
  abandoned.beforeTheEffect = await crashBeforeTheEffect()
  abandoned.afterTheEffect = await crashAfterTheEffect()
  await holdLeases()
  // it is not killed, so it can run in this process
  restarted = await paying.startAnother({ role: 'all' })
})

beforeEach(holdLeases)

const running: ServiceProcess[] = []
afterAll(() => {
  for (const service of running) service.kill()
})

async function start(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const service = await startServiceProcess(paying.databaseUrl, options)
  running.push(service)
  return service
}

async function crashAt(point: { kind: MoneyKind; step: Step }): Promise<Crash> {
  const crash = { ...point, ...(await prepare(point.kind)) }
  const killAt = `${point.kind}:${point.step}`
  const dying = await start({ env: paying.sandboxEnv, role: 'api', killAt })
  await expect(call(dying, crash)).rejects.toThrow('fetch failed')
  expect(await dying.ended).toBe('SIGKILL')
  return crash
}

/** Forwards the readings that precede captures, refunds and cancels. */
async function passOn({ url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host: _, ...others } = headers as Record<string, string>
  const answer = await fetch(`${paying.sandboxEnv.STRIPE_API_BASE}${url}`, { headers: others })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
}

/** All four kinds at once, killed while the processor answers no call and does nothing. */
async function crashBeforeTheEffect(): Promise<Crash[]> {
  const silent = createServer((request, response) => {
    if (request.method === 'GET') void passOn(request, response)
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const env = { ...paying.sandboxEnv, STRIPE_API_BASE: `http://127.0.0.1:${port}` }
  const killed = await crashTogether(await prepareAllKinds(), env, async () => {})
  silent.close()
  silent.closeAllConnections()
  return killed
}

/** All four kinds at once, killed when the processor has done everything but its answers have not arrived. */
async function crashAfterTheEffect(): Promise<Crash[]> {
  const all = await prepareAllKinds()
  for (const operation of ['payment_intents.create', 'payment_intents.capture', 'payment_intents.cancel']) {
    await paying.control('/faults', { operation, kind: 'latency', ms: 8000, after: true })
  }
  await paying.control('/faults', { operation: 'refunds.create', kind: 'latency', ms: 8000, after: true })
  return await crashTogether(all, paying.sandboxEnv, async () => {
    for (const crash of all) await waitFor(() => expectEffectAtProcessor(crash))
  })
}

function prepareAllKinds(): Promise<Crash[]> {
  return Promise.all(kinds.map(async kind => ({ kind, step: 'started' as const, ...(await prepare(kind)) })))
}

async function crashTogether(all: Crash[], env: Env, untilThen: () => Promise<void>): Promise<Crash[]> {
  const dying = await start({ env, role: 'api' })
  const calls = all.map(crash => call(dying, crash).catch((error: Error) => error.message))
  const keys = all.map(crash => crash.key)
  await waitFor(async () => {
    const started = await paying.service
      .db`select 1 from operations where idempotency_key = any(${keys}) and state = 'started'`
    expect(started).toHaveLength(kinds.length)
  })
  await untilThen()
  dying.kill()
  expect(await Promise.all(calls)).toEqual(kinds.map(() => 'fetch failed'))
  return all
}

async function prepare(kind: MoneyKind): Promise<Omit<Crash, 'kind' | 'step'>> {
  const key = newKey()
  const common = { key, orderRef: key }
  if (kind === 'create') {
    const body = { amountCents: 5000, orderRef: key }
    return { ...common, path: '/payments/intents', body }
  }
  const captureMethod = kind === 'refund' ? 'automatic' : 'manual'
  const { id } = await paying.pay({ orderRef: key, captureMethod })
  // refused because of the payment's state, but reads the payment first, so the service knows that it is paid
  await paying.post(`/payments/${id}/${kind === 'refund' ? 'capture' : 'refund'}`)
  const body = kind === 'cancel' ? {} : { amountCents: 2000 }
  return { ...common, path: `/payments/${id}/${kind}`, body }
}

/** Retries a 503, which a process that has just started on a busy machine may answer. */
async function call(
  service: { url: string },
  { path, body, key }: Pick<Crash, 'path' | 'body' | 'key'>,
): Promise<Answer> {
  const headers = { 'idempotency-key': key }
  const answer = await send(`${service.url}/v1${path}`, 'POST', {
    key: paying.merchant.apiKey,
    body,
    headers,
  })
  if (answer.status !== 503) return answer
  await setTimeout(100)
  return await call(service, { path, body, key })
}

/** Keeps the recovery job from finishing the operations before their tests, which may come late. */
async function holdLeases() {
  for (const crash of crashes) await moveLease(crash, 50)
}

/**
 * Moves a lease as if the process had died earlier, so that it ends in this many seconds. The recovery job is due then,
 * or in `recoverIn` seconds.
 */
async function moveLease({ key }: Crash, seconds: number, recoverIn: number | null = null) {
  const { db } = paying.service
  await db`
    update open_operations set lease_until = now() + make_interval(secs => ${seconds}),
      recover_at = now() + make_interval(secs => ${recoverIn})
    where ${underKey(db, key)}`
}

const expectedStatus: Record<MoneyKind, string> = {
  create: 'requires_payment_method',
  capture: 'succeeded',
  refund: 'partially_refunded',
  cancel: 'canceled',
}
const expectedEntries: Record<MoneyKind, string[]> = {
  create: [],
  capture: ['capture'],
  refund: ['capture', 'fee_refund', 'refund'],
  cancel: [],
}
const atProcessor: Record<MoneyKind, object> = {
  create: { status: 'requires_payment_method', amount: 5000 },
  capture: { status: 'succeeded', amount_received: 2000 },
  refund: { status: 'succeeded', amount_received: 5000 },
  cancel: { status: 'canceled', amount_received: 0 },
}

/** The processor lists the release of an authorization as a refund. */
const refundsAtProcessor: Record<MoneyKind, number[]> = {
  create: [],
  capture: [3000],
  refund: [2000],
  cancel: [5000],
}

async function expectEffectAtProcessor({ kind, orderRef }: Crash) {
  const onAccount = { stripeAccount: paying.merchant.accountId }
  const intents = await paying.stripe.paymentIntents.list({ limit: 100 }, onAccount)
  const mine = intents.data.filter(intent => intent.metadata.orderRef === orderRef)
  expect(mine).toEqual([expect.objectContaining(atProcessor[kind])])
  const refunds = await paying.stripe.refunds.list({ payment_intent: mine[0]?.id ?? '' }, onAccount)
  expect(refunds.data.map(refund => refund.amount)).toEqual(refundsAtProcessor[kind])
}

async function expectOneEffect(crash: Crash, answer: Answer) {
  const { kind, key, orderRef } = crash
  const { db } = paying.service
  await expectEffectAtProcessor(crash)
  const payments = await db`select payment_id, status from payments where order_ref = ${orderRef}`
  expect([...payments]).toEqual([{ paymentId: answer.body.svcPaymentId, status: expectedStatus[kind] }])
  const operations = await db`select state from operations where idempotency_key = ${key} and kind = ${kind}`
  expect([...operations]).toEqual([{ state: 'done' }])
  const entries = await db`
    select kind from ledger_entries where payment_id = ${answer.body.svcPaymentId} order by kind`
  expect(entries.map(entry => entry.kind)).toEqual(expectedEntries[kind])
}

describe('after a kill -9 and a restart', () => {
  it.each(points)('$kind, killed when $step: the client’s retry ends in one effect', async point => {
    const crash = crashes.find(({ kind, step }) => kind === point.kind && step === point.step)
    if (!crash) throw new Error('it did not crash')
    await moveLease(crash, 30)
    if (point.step !== 'settled') {
      const early = await call(restarted, crash)
      expect([early.status, early.body.title]).toEqual([409, 'In progress'])
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await moveLease(crash, 0, 50)
    const answer = await call(restarted, crash)
    expect(answer.status).toBe(200)
    expect(answer.body.status).toBe(expectedStatus[point.kind])
    expect(answer.headers.get('idempotent-replayed')).toBe(point.step === 'settled' ? 'true' : null)
    const again = await call(restarted, crash)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(answer.text)
    await expectOneEffect(crash, answer)
  })

  it.each(['beforeTheEffect', 'afterTheEffect'] as const)(
    'killed %s: the recovery job finishes calls that no client retries',
    async moment => {
      for (const crash of abandoned[moment]) await moveLease(crash, -60)
      const keys = abandoned[moment].map(crash => crash.key)
      await waitFor(async () => {
        const open = await paying.service
          .db`select kind from operations where idempotency_key = any(${keys}) and state <> 'done'`
        expect([...open]).toEqual([])
      })
      for (const crash of abandoned[moment]) {
        const answer = await call(restarted, crash)
        expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
        await expectOneEffect(crash, answer)
      }
    },
  )

  it('the ledger balances and matches the payments', async () => {
    const { payments, differences } = await verifyLedger(paying.service.db)
    expect(differences).toEqual([])
    expect(payments).toBe(points.length + 2 * kinds.length)
  })
})
