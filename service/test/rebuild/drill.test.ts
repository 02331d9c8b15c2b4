import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, inject, it, onTestFinished } from 'vitest'
import { copyDir } from '../../../embedded-database/test/used-dir.ts'
import { waitFor, waitUntil } from '../../../vitest.waits.ts'
import { startArchivedPostgres } from '../../soak/base-backup.js'
import { systemClock } from '../../src/clock.ts'
import { migrate } from '../../src/db/migrate.ts'
import { isForwarded } from '../../src/deliveries/forwarded-types.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { rebuild } from '../../src/rebuild/rebuild.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { encryptionKeys } from '../support/secrets.ts'
import type { Answer } from '../support/service.ts'

/**
 * The database is backed up under load, lost with payments in flight, and restored to an earlier moment. Every client
 * continues, and retries all its calls. `npm run soak -- --restore` does the same on a larger scale.
 */
const paying = usePaying({ env: { SVC_EVENT_SEARCH_SECONDS: '1' } })

const clients = 6
const onAccount = () => ({ stripeAccount: paying.merchant.accountId })

interface Sent {
  path: string
  body: object
  key: string
  answer: Answer
}

type Unanswered = Omit<Sent, 'answer'>

/** Retries with the same key until the call succeeds, and repeats the create if its payment is unknown. */
async function send({ path, body, key }: Unanswered, create?: Unanswered): Promise<Answer> {
  return await waitFor(async () => {
    const answer = await paying.post(path, body, { 'idempotency-key': key })
    if (answer.status === 404 && create) await send(create)
    expect(answer.status).toBe(200)
    return answer
  })
}

/** Makes one payment after another while it may begin one, until the drill is over. */
async function client(sent: Sent[], mayBegin: () => boolean, isOver: () => boolean): Promise<void> {
  let create: Unanswered | undefined
  const call = async (path: string, body: object) => {
    const one = { path, body, key: newKey() }
    if (path.endsWith('/intents')) create = one
    const answer = await send(one, create)
    sent.push({ ...one, answer })
    return answer.body
  }
  for (let i = 0; ; i = (i + 1) % 4) {
    await waitUntil(() => mayBegin() || isOver())
    if (isOver()) return
    const captureMethod = i % 2 === 0 ? 'automatic' : 'manual'
    const created = await call('/payments/intents', {
      amountCents: 5000 + i,
      captureMethod,
      orderRef: newKey(),
    })
    const path = `/payments/${created.svcPaymentId}`
    if (i === 3) await call(`${path}/cancel`, {})
    else {
      await paying.stripe.paymentIntents.confirm(
        created.processorPaymentIntentId,
        { payment_method: 'pm_card_visa', return_url: 'https://shop.example/' },
        onAccount(),
      )
      if (captureMethod === 'manual') await call(`${path}/capture`, i === 1 ? { amountCents: 3000 } : {})
      await call(`${path}/refund`, i === 2 ? {} : { amountCents: 700 })
    }
  }
}

/** A separate server with its own backup, and the service on it. */
async function startArchived() {
  const dir = await mkdtemp(join(tmpdir(), 'svcpay-drill-'))
  await mkdir(join(dir, 'live'))
  await copyDir(inject('usedDir'), join(dir, 'live'))
  const server = await startArchivedPostgres(dir, { fsync: 'off' })
  onTestFinished(async () => {
    await paying.service.stop()
    await server.stop()
    await rm(dir, { recursive: true, force: true, maxRetries: 10 })
  })
  const url = () => `${server.url}/svcpay`
  await migrate(url())
  const start = () => paying.startAnother({ role: 'all', env: { DATABASE_URL: url() } })
  return { server, url, start }
}

async function paymentsIn(url: string): Promise<number> {
  const db = postgres(url, { max: 1 })
  return await db`select 1 from payments`.then(({ length }) => length).finally(() => db.end())
}

async function atProcessor() {
  const intents = await paying.stripe.paymentIntents
    .list({ limit: 100 }, onAccount())
    .autoPagingToArray({ limit: 1000 })
  const refunds = await paying.stripe.refunds
    .list({ limit: 100 }, onAccount())
    .autoPagingToArray({ limit: 1000 })
  return {
    intents: intents.map(({ id, status }) => [id, status]).sort(),
    refunds: refunds.map(({ id }) => id).sort(),
  }
}

/** Expects every event at the processor to be recorded, and forwarded unless it only reports a release. */
async function expectEvents(receiver: Receiver) {
  const events = await paying.stripe.events
    .list({ limit: 100 }, onAccount())
    .autoPagingToArray({ limit: 10_000 })
  const wanted = events.filter(({ type }) => isForwarded(type))
  expect(wanted.length).toBeGreaterThan(0)
  const rows = await paying.service.db<{ eventId: string; outcome: string; type: string }[]>`
    select event_id, outcome, type from events where merchant_id = ${paying.merchant.merchantId}`
  const recorded = new Map(rows.map(row => [row.eventId, row]))
  expect(wanted.filter(({ id }) => !recorded.has(id))).toEqual([])
  const told = new Set(receiver.received.map(({ headers }) => headers['svc-event-id']))
  const untold = wanted.filter(({ id }) => !told.has(id)).map(({ id }) => recorded.get(id))
  // merchants get no event about the release of an uncaptured part
  expect(untold.filter(row => row?.outcome !== 'ignored' || row.type !== 'charge.refunded')).toEqual([])
}

it('nothing is missing or duplicated, and no key has a different answer', async () => {
  const { server, url, start } = await startArchived()
  paying.service = await start()
  paying.merchant = await paying.addMerchant()
  const receiver = await startReceiver()
  await paying.service.admin('PUT', `/merchants/${paying.merchant.merchantId}/callback`, {
    url: receiver.url,
  })
  const since = new Date(Date.now() - 60_000)
  const sent: Sent[] = []
  const isCreate = ({ path }: Sent) => path.endsWith('/intents')
  let isOver = false
  // enough work during the backup, but not so much that the backup takes long
  let most = 6 * clients
  const mayBegin = () => sent.length < most
  const working = Promise.all(Array.from({ length: clients }, () => client(sent, mayBegin, () => isOver)))
  const untilMore = async (calls: number) => {
    const enough = sent.length + calls
    await waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(enough))
  }
  await untilMore(clients)
  await server.backUp()
  const moment = await server.mark()
  most = Number.POSITIVE_INFINITY
  await untilMore(4 * clients)
  const acknowledged = sent.filter(isCreate).length
  // calls are in flight, and are retried until the service runs again
  await server.restoreTo(moment)
  expect(await paymentsIn(url())).toBeLessThan(acknowledged)
  const lost = paying.service
  paying.service = await start()
  await lost.stop()
  await untilMore(2 * clients)
  isOver = true
  await working
  const before = await atProcessor()

  // creates first: a payment that is not restored yet cannot be refunded
  const retry = async (one: Sent) => {
    const again = await send(one)
    expect([again.status, again.body.svcPaymentId, again.body.processorPaymentIntentId]).toEqual([
      one.answer.status,
      one.answer.body.svcPaymentId,
      one.answer.body.processorPaymentIntentId,
    ])
  }
  await Promise.all(sent.filter(isCreate).map(retry))
  await Promise.all(sent.filter(one => !isCreate(one)).map(retry))
  expect(await atProcessor()).toEqual(before)
  expect(before.intents).toHaveLength(sent.filter(isCreate).length)

  const { db, processors } = paying.service
  const deps = { db, clock: systemClock, encryptionKeys, wakeCallbacks: () => {}, processors }
  const rebuilt = await rebuild(deps, { since, isStopped: () => false, progress: () => {} })
  expect(rebuilt).toMatchObject({ unproven: 0, unfinished: [] })
  expect(await atProcessor()).toEqual(before)
  expect((await verifyLedger(db)).differences).toEqual([])

  const here = await db<
    { id: string; status: string }[]
  >`select processor_payment_id as id, status from payments`
  const asThere = (status: string) => (/refunded/.test(status) ? 'succeeded' : status)
  expect(here.map(({ id, status }) => [id, asThere(status)]).sort()).toEqual(before.intents)
  const refunds = await db<{ id: string }[]>`
    select processor_refund_id as id from refunds where processor_refund_id is not null`
  expect(refunds.map(({ id }) => id).filter(id => before.refunds.includes(id))).toHaveLength(refunds.length)
  expect(refunds).toHaveLength(sent.filter(({ path }) => /refund$/.test(path)).length)

  await waitFor(() => expectEvents(receiver))
})
