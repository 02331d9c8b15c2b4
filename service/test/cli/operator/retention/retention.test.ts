import { describe, expect, it } from 'vitest'
import { verifyLedger } from '../../../../src/ledger/verify.sql.ts'
import { enqueue } from '../../../deliveries/queue.ts'
import { postWebhook, pushedEvents } from '../../../inbox/webhooks.ts'
import { expectProblem } from '../../../support/expect-problem.ts'
import { usePaying } from '../../../support/paying.ts'
import { encryptionKey } from '../../../support/secrets.ts'
import { run } from '../../in-process.ts'
import { contentOf, refundedPayment, removeAll } from './story.ts'

const paying = usePaying({ role: 'all', webhooks: true })
const untouched = ['payments', 'refunds', 'ledger_entries', 'disputes', 'audit_log', 'callback_secrets']
const touched = ['events', 'deliveries', 'delivery_attempts', 'operations']

describe('retention', () => {
  it('does not change money, keys and history', async () => {
    const { db, admin } = paying.service
    // the platform's own events may arrive last
    const types = ['application_fee.refunded']
    await paying.control('/webhooks/disruptions', { mode: 'delay', ms: 300, types })
    const { paymentId, key, created } = await refundedPayment(paying)
    const before = await contentOf(db, [...untouched, ...touched])
    const timeline = await admin('GET', `/payments/${paymentId}`)

    const dry = await removeAll(db, { isDryRun: true })
    expect(await contentOf(db, [...untouched, ...touched])).toEqual(before)
    const removed = await removeAll(db)
    expect(removed).toEqual(dry)
    expect(Math.min(...removed.map(({ rows }) => rows))).toBeGreaterThan(0)
    expect(removed[0]).toMatchObject({ kind: 'events', rows: before.events?.length })
    expect(removed[1]).toMatchObject({ kind: 'attempts', rows: before.delivery_attempts?.length })

    expect(await contentOf(db, untouched)).toEqual(
      Object.fromEntries(untouched.map(table => [table, before[table]])),
    )
    expect((await verifyLedger(db)).differences).toEqual([])
    expect(await db`select 1 from delivery_attempts`).toHaveLength(0)
    expect(await db`select 1 from events where sealed_body <> '' or archived_at is null`).toHaveLength(0)
    expect(await db`select 1 from operations where intent <> '{}'`).toHaveLength(0)
    const answers = await db<{ idempotencyKey: string | null; isKept: boolean }[]>`
      select idempotency_key, response <> '' as is_kept from operations where state = 'done'`
    expect(answers.every(row => row.isKept === (row.idempotencyKey !== null))).toBe(true)
    expect(answers.some(row => !row.isKept)).toBe(true)

    const replayed = await paying.create({}, key)
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    expect(replayed.text).toBe(created.text)
    const later = await admin('GET', `/payments/${paymentId}`)
    const log = { attemptLog: [] }
    expect(later.body).toEqual({
      ...timeline.body,
      deliveries: timeline.body.deliveries.map((delivery: object) => ({ ...delivery, ...log })),
    })

    expect((await removeAll(db)).map(({ rows }) => rows)).toEqual([0, 0, 0])
  })

  it('removes bodies that are then neither sent, shown nor sealed again, and a duplicate changes nothing', async () => {
    const { db, admin } = paying.service
    const { merchantId, receiver } = await refundedPayment(paying)
    await removeAll(db)
    const before = await contentOf(db, touched)
    for (const { body } of await pushedEvents(paying, paying.merchant)) {
      expect((await postWebhook(paying.service, body)).status).toBe(200)
    }
    expect(await contentOf(db, touched)).toEqual(before)

    const { body: list } = await admin('GET', `/deliveries?merchantId=${merchantId}`)
    const [{ deliveryId, eventId, attempts }] = list.data
    const removed = { detail: expect.stringMatching(/removed by retention on \d{4}-\d\d-\d\d/) }
    const force = { force: true }
    expectProblem(await admin('GET', `/merchants/${merchantId}/events/${eventId}`), 'invalid_state', removed)
    expectProblem(await admin('POST', `/deliveries/${deliveryId}/redeliver`, force), 'invalid_state', removed)
    expectProblem(await paying.post(`/events/${eventId}/redeliver`, force), 'invalid_state', removed)
    for (const dryRun of [true, false]) {
      const all = { merchantId, state: 'delivered', dryRun }
      expect((await admin('POST', '/deliveries/redeliver', all)).body).toEqual({ count: 0 })
    }
    const { body: shown } = await admin('GET', `/deliveries/${deliveryId}`)
    expect(shown).toMatchObject({ attempts, attemptLog: [], request: { body: null } })
    expect(shown.request.removedAt).not.toBe(null)

    const sent = receiver.received.length
    const resealed = await run(['reseal', '--json'], {
      DATABASE_URL: paying.databaseUrl,
      SVC_ENCRYPTION_KEY: encryptionKey,
    })
    expect(JSON.parse(resealed.stdout)).toMatchObject([{ failed: 0 }, { failed: 0 }, { failed: 0 }])
    expect(await db`select 1 from events where archived_at is not null and sealed_body <> ''`).toHaveLength(0)
    expect(receiver.received).toHaveLength(sent)
  })

  it('removes nothing unfinished: waiting and unread events, queued callbacks, open operations', async () => {
    const { db } = paying.service
    const { merchantId } = await paying.addMerchant()
    await enqueue(db, merchantId, { count: 2 })
    await db`
      insert into events (merchant_id, processor, event_id, type, sealed_body, outcome, created_at, received_at, retry_at)
      select ${merchantId}, 'sandbox', 'evt_' || outcome, 'charge.refunded', '{}', outcome, now(), now(),
        now() + interval '1 hour'
      from unnest(array['waiting', 'unread']) as outcome`
    await db`
      insert into operations (merchant_id, operation_id, kind, request_digest, intent, state, lease_until, created_at)
      values (${merchantId}, 'op_01jd3k5v8xemw9g6t2q4r7y0zb', 'location', sha256(''), '{"a": 1}', 'started',
        now() + interval '50 seconds', now())`
    const own = () => db`
      select t::text from events t where merchant_id = ${merchantId}
      union all select t::text from operations t where merchant_id = ${merchantId}
      union all select t::text from deliveries t where merchant_id = ${merchantId} order by 1`
    const before = await own()
    await removeAll(db)
    expect(await own()).toEqual(before)
  })

  it('keeps events whose callback was redelivered recently', async () => {
    const { db } = paying.service
    const { merchantId } = await paying.addMerchant()
    await enqueue(db, merchantId)
    await db`update deliveries set state = 'delivered', updated_at = now() + interval '1 hour' where merchant_id = ${merchantId}`
    await db`delete from delivery_queue where merchant_id = ${merchantId}`
    await removeAll(db)
    expect(await db`select 1 from events where merchant_id = ${merchantId} and sealed_body = ''`).toEqual([])
  })
})

it('a callback whose event body was removed is never sent empty', async () => {
  const { db, admin } = paying.service
  const { merchantId, receiver } = await refundedPayment(paying)
  await enqueue(db, merchantId, { dueAt: new Date(Date.now() + 3_600_000) })
  await db`
    update events set sealed_body = '', archived_at = now()
    where merchant_id = ${merchantId} and received_at > now()`
  await db`update delivery_queue set due_at = now() where merchant_id = ${merchantId}`
  const pending = () => admin('GET', `/deliveries?merchantId=${merchantId}&state=pending`)
  await expect
    .poll(async () => (await pending()).body.data[0]?.lastError)
    .toBe('the event’s body was removed by retention')
  expect(receiver.received.filter(({ body }) => body.length === 0)).toEqual([])
})
