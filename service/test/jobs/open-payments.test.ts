import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { refreshOpenPayments } from '../../src/jobs/read-payments.ts'
import { followStatuses } from '../../src/jobs/statuses.sql.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import type { Processor } from '../../src/processors/port.ts'
import { storiesOf } from '../inbox/stories.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'

const paying = usePaying()

function jobWith(given: Partial<Processor> = {}) {
  const processor = paying.service.processors.get('sandbox')
  if (!processor) throw new Error('no processor')
  const read: string[] = []
  const readPayment: Processor['readPayment'] = async (accountId, id) => {
    read.push(id)
    return await (given.readPayment ?? processor.readPayment)(accountId, id)
  }
  const { db, config } = paying.service
  const deps = {
    db,
    clock: systemClock,
    encryptionKeys: config.encryptionKeys,
    leases: keepLeases(db),
    processors: new Map([['sandbox', { ...processor, readPayment }]]),
  }
  return { read, run: () => refreshOpenPayments(deps, pino({ level: 'silent' })).run() }
}

async function statusOf(merchant: PayingMerchant, id: string): Promise<string> {
  return (await paying.service.call('GET', `/v1/payments/${id}`, { key: merchant.apiKey })).body.status
}

/** Seconds until the next reading from the processor. */
async function nextCheckIn(id: string): Promise<number | null> {
  const [row] = await paying.service.db`
    select extract(epoch from next_check_at - now())::float8 as seconds from payment_statuses where payment_id = ${id}`
  return row?.seconds ?? null
}

/** Makes a payment due that, in our record, has had this status for this long. */
async function waits(id: string, status: string, minutes: number): Promise<void> {
  const { db } = paying.service
  await db`
    update payments set status = ${status}, updated_at = now() - ${minutes} * interval '1 minute'
    where payment_id = ${id}`
  await db`
    insert into payment_statuses (merchant_id, payment_id, status, created_at, updated_at, next_check_at)
    select merchant_id, payment_id, status, created_at, updated_at, now() from payments where payment_id = ${id}
    on conflict (merchant_id, payment_id) do update
      set status = excluded.status, updated_at = excluded.updated_at, next_check_at = excluded.next_check_at`
}

/** Updates the statuses as if half a minute had passed, so that all changes so far are included. */
async function takeIn(): Promise<void> {
  const { db } = paying.service
  await db`update figure_cursors set read_from = now() - interval '1 minute' where source = 'statuses'`
  await followStatuses(db, new Date(Date.now() + 31_000))
}

/** Authorized as far as we know; captured at the processor. */
async function capturedElsewhere(merchant: PayingMerchant) {
  const payment = await storiesOf(paying, merchant).capturedInPart()
  await waits(payment.id, 'requires_capture', 1)
  return payment
}

// Leaves out payments of other tests.
beforeEach(() => paying.service.db`update payment_statuses set next_check_at = null`)

describe('a payment that stays open', () => {
  it('is read from the processor when it is due, not before', async () => {
    const merchant = await paying.addMerchant()
    const payment = await capturedElsewhere(merchant)
    await paying.service.db`update payment_statuses set next_check_at = now() + interval '5 seconds'
      where payment_id = ${payment.id}`
    const early = jobWith()
    await early.run()
    expect(early.read).toEqual([])
    await waits(payment.id, 'requires_capture', 1)
    const due = jobWith()
    await due.run()
    expect(due.read).toEqual([payment.intentId])
    expect(await statusOf(merchant, payment.id)).toBe('succeeded')
    const entries = await paying.service.db`
      select kind, source, customer_cents from ledger_entries where payment_id = ${payment.id}`
    expect(entries).toEqual([{ kind: 'capture', source: 'reconcile', customerCents: -5000 }])
  })

  it('is due half a minute after it changed', async () => {
    const merchant = await paying.addMerchant()
    const payment = await storiesOf(paying, merchant).paid({ captureMethod: 'manual' })
    await waits(payment.id, 'requires_payment_method', 1)
    await jobWith().run()
    expect(await statusOf(merchant, payment.id)).toBe('requires_capture')
    await takeIn()
    expect(await nextCheckIn(payment.id)).toBeLessThanOrEqual(30)
  })

  it.each([
    ['processing', [0, 10, 60, 600, 60_000], [30, 300, 1800, 3600, 3600]],
    ['requires_capture', [0, 10, 60, 600, 60_000], [30, 300, 1800, 3600, 3600]],
    ['requires_action', [0, 10, 60, 600, 60_000], [30, 300, 1800, 18_000, 1_800_000]],
    ['requires_payment_method', [0, 1, 4, 16, 64, 256, 1024], [60, 180, 720, 2880, 11_520, 46_080, null]],
    ['requires_confirmation', [0, 1, 4, 16, 64, 256, 1024], [60, 180, 720, 2880, 11_520, 46_080, null]],
  ])('is read less and less often: %s', async (status, minutes, seconds) => {
    const merchant = await paying.addMerchant()
    const { id } = await storiesOf(paying, merchant).created()
    const deaf = jobWith({ readPayment: async () => ({ kind: 'unknown', reason: 'no answer' }) })
    const pauses: (number | null)[] = []
    for (const since of minutes) {
      await waits(id, status, since)
      await deaf.run()
      const pause = await nextCheckIn(id)
      pauses.push(pause === null ? null : Math.round(pause / 5) * 5)
    }
    expect(pauses).toEqual(seconds)
    expect(deaf.read).toHaveLength(minutes.length)
  })

  it('may have been paid long ago without our knowledge', async () => {
    const merchant = await paying.addMerchant()
    const payment = await storiesOf(paying, merchant).card()
    await takeIn()
    expect(await nextCheckIn(payment.id)).toBeLessThanOrEqual(60)
    await waits(payment.id, 'requires_payment_method', 1)
    await jobWith().run()
    expect(await statusOf(merchant, payment.id)).toBe('succeeded')
  })

  it('is read by one of two instances', async () => {
    const merchant = await paying.addMerchant()
    const payments = await Promise.all([1, 2, 3].map(() => capturedElsewhere(merchant)))
    const jobs = [1, 2, 3].map(() => jobWith())
    await Promise.all(jobs.map(job => job.run()))
    expect(jobs.flatMap(({ read }) => read).sort()).toEqual(payments.map(({ intentId }) => intentId).sort())
  })

  it('does not delay others if it cannot be read', async () => {
    const merchant = await paying.addMerchant()
    const payments = await Promise.all([1, 2, 3].map(() => capturedElsewhere(merchant)))
    const [first] = payments
    const { readPayment } = paying.service.processors.get('sandbox') as Processor
    const job = jobWith({
      async readPayment(accountId, id) {
        if (id === first?.intentId) throw new Error('a fault')
        return await readPayment(accountId, id)
      },
    })
    await expect(job.run()).rejects.toThrow('1 of 3 failed')
    const statuses = await Promise.all(payments.map(({ id }) => statusOf(merchant, id)))
    expect(statuses).toEqual(['requires_capture', 'succeeded', 'succeeded'])
  })

  it('is forgotten once it has succeeded', async () => {
    const merchant = await paying.addMerchant()
    const payment = await storiesOf(paying, merchant).card()
    await takeIn()
    expect(await nextCheckIn(payment.id)).not.toBeNull()
    await waits(payment.id, 'requires_payment_method', 1)
    await jobWith().run()
    await takeIn()
    expect(await statusOf(merchant, payment.id)).toBe('succeeded')
    expect(await nextCheckIn(payment.id)).toBeNull()
  })

  it('is read by the running service, too', async () => {
    const merchant = await paying.addMerchant()
    const payment = await capturedElsewhere(merchant)
    const worker = await paying.startAnother({ role: 'worker' })
    await expect.poll(() => statusOf(merchant, payment.id)).toBe('succeeded')
    await worker.stop()
  })
})
