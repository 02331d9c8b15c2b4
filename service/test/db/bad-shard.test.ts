import { pino } from 'pino'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import { openDb } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'
import { addSearches, claimSearches } from '../../src/jobs/event-searches.sql.ts'
import { claimOpenPayments } from '../../src/jobs/open-payments.sql.ts'
import { refreshOpenPayments } from '../../src/jobs/read-payments.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from '../deliveries/queue.ts'
import { storiesOf } from '../inbox/stories.ts'
import { breakShard } from '../support/bad-shard.ts'
import { usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'

const paying = usePaying()

/** A pool that does not know yet that it has a single PostgreSQL, and so treats each merchant separately. */
function perMerchantDb() {
  const db = openDb(paying.databaseUrl)
  onTestFinished(() => db.end())
  return db
}

beforeEach(async () => {
  await paying.service.db`update payment_statuses set next_check_at = null`
  await paying.service.db`delete from delivery_queue`
})

/** A merchant with a payment whose reading is due. */
async function merchantWithDue(status: string) {
  const merchant = await paying.addMerchant()
  const { id, intentId } = await storiesOf(paying, merchant).created()
  await paying.service.db`update payments set status = ${status} where payment_id = ${id}`
  await paying.service.db`
    insert into payment_statuses (merchant_id, payment_id, status, created_at, updated_at, next_check_at)
    select merchant_id, payment_id, status, created_at, updated_at, now() - interval '1 minute'
    from payments where payment_id = ${id}`
  return { ...merchant, id, intentId }
}

describe('where one merchant’s shard is out of order, the others’', () => {
  it.each(['fails', 'hangs'] as const)('payments are still claimed: it %s', async how => {
    const [bad, good] = [await merchantWithDue('processing'), await merchantWithDue('processing')]
    await breakShard(paying.service.db, 'payment_statuses', bad.merchantId, how)
    const { claimed, faults } = await claimOpenPayments(perMerchantDb(), 40)
    expect(claimed.map(({ paymentId }) => paymentId)).toEqual([good.id])
    // if the statement had waited, the payment would have been claimed
    expect(faults).toHaveLength(1)
  })

  it('callbacks are sent', async () => {
    const receiver = await startReceiver()
    const merchants = [
      await addEndpoint(paying.service, receiver.url),
      await addEndpoint(paying.service, receiver.url),
    ]
    const [bad = '', good = ''] = merchants.sort()
    await enqueue(paying.service.db, bad, { count: 3 })
    await enqueue(paying.service.db, good, { count: 3 })
    await breakShard(paying.service.db, 'delivery_queue', bad, 'hangs')
    startWorker(paying.service, { db: perMerchantDb() })
    await waitFor(async () =>
      expect(await statesOf(paying.service.db, good)).toEqual(
        Array(3).fill({ state: 'delivered', attempts: 1 }),
      ),
    )
  })

  it('lost events are searched for', async () => {
    const [bad, good] = [await paying.addMerchant(), await paying.addMerchant()]
    await breakShard(paying.service.db, 'event_cursors', bad.merchantId, 'fails')
    const db = perMerchantDb()
    await expect(addSearches(db, ['sandbox'], 0)).rejects.toThrow()
    const { claimed } = await claimSearches(db, 40)
    expect(claimed.map(({ merchantId }) => merchantId)).toContain(good.merchantId)
  })
})

describe('on one PostgreSQL', () => {
  it('claimed payments are read, even if the claim for others fails', async () => {
    const [open, abandoned] = [
      await merchantWithDue('processing'),
      await merchantWithDue('requires_payment_method'),
    ]
    await breakShard(paying.service.db, 'payment_statuses', abandoned.merchantId, 'fails')
    const processor = paying.service.processors.get('sandbox')
    if (!processor) throw new Error('no processor')
    const read: string[] = []
    const readPayment: typeof processor.readPayment = async (accountId, id) => {
      read.push(id)
      return await processor.readPayment(accountId, id)
    }
    const db = perMerchantDb()
    await learnPlacement(db)
    const deps = {
      db,
      clock: systemClock,
      encryptionKeys: paying.service.config.encryptionKeys,
      leases: keepLeases(db),
      processors: new Map([['sandbox', { ...processor, readPayment }]]),
    }
    await expect(refreshOpenPayments(deps, pino({ level: 'silent' })).run()).rejects.toThrow('1 of 2 failed')
    expect(read).toEqual([open.intentId])
  })
})
