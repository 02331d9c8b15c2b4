import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { needs } from '../../../vitest.needs.ts'
import { type Db, openDb } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'
import type { MerchantId } from '../../src/ids.ts'
import { recordEvent } from '../../src/inbox/record-event.sql.ts'
import { feeEntry } from '../../src/ledger/entries.ts'
import { writeChange } from '../../src/payments/change.sql.ts'
import type { Payment } from '../../src/payments/payment.ts'
import { findPayment } from '../../src/payments/payments.sql.ts'
import { usePaying } from '../support/paying.ts'

const paying = usePaying()

/** A shard that is moved leaves row locks behind, so that two can hold the lock of one payment. */
describe.each(['together', 'one after the other'])('where statements are sent %s', way => {
  let db: Db

  beforeAll(async () => {
    db = openDb(paying.databaseUrl)
    if (way === 'together') await learnPlacement(db)
  })
  afterAll(() => db.end())

  async function newPayment(): Promise<Payment> {
    const { body } = await paying.create()
    const payment = await findPayment(db, {
      merchantId: paying.merchant.merchantId as MerchantId,
      paymentId: body.svcPaymentId,
    })
    if (!payment) throw new Error('no payment')
    return payment
  }

  const versionOf = async (payment: Payment) => (await findPayment(db, payment))?.version
  const entriesOf = ({ merchantId, paymentId }: Payment) =>
    db`select fact from ledger_entries where merchant_id = ${merchantId} and payment_id = ${paymentId}`

  const changeOf = (payment: Payment) => ({
    payment,
    entries: [feeEntry('fee_refund', payment.version, -20)],
    at: new Date(),
  })

  const eventAbout = (payment: Payment) => {
    const { merchantId, paymentId, processor, accountId, processorPaymentId } = payment
    const event = {
      id: `evt_${paymentId}`,
      type: 'payment_intent.succeeded',
      accountId,
      createdAt: new Date(),
      subject: { kind: 'payment', processorPaymentId, paymentId, isOurs: null, report: { kind: 'released' } },
    } as const
    return recordEvent(db, {
      ...{ merchantId, paymentId, processor, event, mayPredateAccount: false, traceId: null },
      ...{ sealedBody: Buffer.from('{}'), outcome: 'applied', forward: true },
      ...{ change: changeOf(payment), at: new Date() },
    })
  }
  const eventsOf = ({ merchantId, paymentId }: Payment) =>
    db`select 1 from events where merchant_id = ${merchantId} and payment_id = ${paymentId}`

  it('a change computed from an outdated payment is not written, with or without a lock', async () => {
    const payment = await newPayment()
    const { version } = payment
    await db.begin(tx => writeChange(tx, { payment, source: 'evt_1', at: new Date() }))
    const late = db.begin(tx => writeChange(tx, { ...changeOf(payment), source: 'evt_2' }))
    await expect(late).rejects.toMatchObject({ code: '40001' })
    expect(await entriesOf(payment)).toHaveLength(0)
    expect(await versionOf(payment)).toBe(version + 1)
  })

  it('an event with such a change is not recorded', async () => {
    const payment = await newPayment()
    const { version } = payment
    await db.begin(tx => writeChange(tx, { payment, source: 'evt_1', at: new Date() }))
    expect(await eventAbout(payment)).toBe('outdated')
    expect([await eventsOf(payment), await entriesOf(payment)]).toEqual([[], []])
    expect(await eventAbout({ ...payment, version: version + 1 })).toBe('recorded')
    expect([await eventsOf(payment), await entriesOf(payment)]).toMatchObject([[{}], [{}]])
    expect(await versionOf(payment)).toBe(version + 2)
  })

  if (way === 'together') return
  it('such an event is not recorded even if the payment changes behind the lock', async test => {
    // a cluster has no such triggers
    needs(test, 'one server', inject('otherNodes').length === 0)
    const payment = await newPayment()
    await db.unsafe(`
      create function change_behind_lock() returns trigger language plpgsql as $$
        begin update payments set version = version + 1 where payment_id = new.payment_id; return new; end $$;
      create trigger change_behind_lock before insert on events for each row execute function change_behind_lock()`)
    expect(await eventAbout(payment)).toBe('outdated')
    await db`drop function change_behind_lock cascade`
    expect([await eventsOf(payment), await entriesOf(payment)]).toEqual([[], []])
    expect(await versionOf(payment)).toBe(payment.version)
  })
})
