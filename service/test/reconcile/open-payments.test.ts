import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { keepLeases } from '../../src/operations/leases.ts'
import type { Processor } from '../../src/processors/port.ts'
import { lookAfterOpen } from '../../src/reconcile/look-after-open.ts'
import { storiesOf } from '../inbox/stories.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'

const paying = usePaying({ role: 'api' })
const minute = 60_000

function jobAt(ahead: number, given: Partial<Processor> = {}) {
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
    clock: { now: () => new Date(Date.now() + ahead) },
    encryptionKey: config.encryptionKey,
    leases: keepLeases(db),
    processors: new Map([['sandbox', { ...processor, readPayment }]]),
  }
  return { read, run: () => lookAfterOpen(deps, pino({ level: 'silent' })).run() }
}

async function statusOf(merchant: PayingMerchant, id: string): Promise<string> {
  return (await paying.service.call('GET', `/v1/payments/${id}`, { key: merchant.apiKey })).body.status
}

/** Authorized as far as we heard; captured at the processor. */
async function capturedElsewhere(merchant: PayingMerchant) {
  const payment = await storiesOf(paying, merchant).capturedInPart()
  await paying.service.db`update payments set status = 'requires_capture' where payment_id = ${payment.id}`
  return payment
}

describe('a payment that stays open', () => {
  it('is read from the processor after a quarter of an hour, not before', async () => {
    const merchant = await paying.addMerchant()
    const payment = await capturedElsewhere(merchant)
    const early = jobAt(14 * minute)
    await early.run()
    expect(early.read).toEqual([])
    expect(await statusOf(merchant, payment.id)).toBe('requires_capture')
    const due = jobAt(16 * minute)
    await due.run()
    expect(due.read).toEqual([payment.intentId])
    expect(await statusOf(merchant, payment.id)).toBe('succeeded')
    const entries = await paying.service.db`
      select kind, source, customer_cents from ledger_entries where payment_id = ${payment.id}`
    expect(entries).toEqual([{ kind: 'capture', source: 'reconcile', customerCents: -5000 }])
  })

  it('is read again a quarter of an hour later if it is still open', async () => {
    const merchant = await paying.addMerchant()
    const payment = await storiesOf(paying, merchant).paid({ captureMethod: 'manual' })
    await paying.service.db`update payments set status = 'requires_capture' where payment_id = ${payment.id}`
    const times = []
    for (const ahead of [16, 20, 30, 32, 46, 48]) {
      const job = jobAt(ahead * minute)
      await job.run()
      times.push(job.read.length)
    }
    expect(times).toEqual([1, 0, 0, 1, 0, 1])
    await paying.service.db`update payments set status = 'canceled' where payment_id = ${payment.id}`
  })

  it('is read by one of two instances', async () => {
    const merchant = await paying.addMerchant()
    const payments = await Promise.all([1, 2, 3].map(() => capturedElsewhere(merchant)))
    const jobs = [1, 2, 3].map(() => jobAt(16 * minute))
    await Promise.all(jobs.map(job => job.run()))
    expect(jobs.flatMap(({ read }) => read).sort()).toEqual(payments.map(({ intentId }) => intentId).sort())
  })

  it('does not keep others waiting when it cannot be read', async () => {
    const merchant = await paying.addMerchant()
    const payments = await Promise.all([1, 2, 3].map(() => capturedElsewhere(merchant)))
    const [first] = payments
    const { readPayment } = paying.service.processors.get('sandbox') as Processor
    const job = jobAt(16 * minute, {
      async readPayment(accountId, id) {
        if (id === first?.intentId) throw new Error('a fault')
        return await readPayment(accountId, id)
      },
    })
    await expect(job.run()).rejects.toThrow('1 of 3 failed')
    const statuses = await Promise.all(payments.map(({ id }) => statusOf(merchant, id)))
    expect(statuses).toEqual(['requires_capture', 'succeeded', 'succeeded'])
  })

  it('is looked after by the running service too', async () => {
    const merchant = await paying.addMerchant()
    const payment = await capturedElsewhere(merchant)
    await paying.service.db`
      update payments set checked_at = now() - interval '16 minutes' where payment_id = ${payment.id}`
    await paying.startAnother({ role: 'worker' })
    await vi.waitFor(async () => expect(await statusOf(merchant, payment.id)).toBe('succeeded'), {
      timeout: 15_000,
    })
  })
})
