import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { openDb } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'
import { receiveEvent } from '../../src/inbox/receive-event.ts'
import { storiesOf } from '../inbox/stories.ts'
import { pushedEvents } from '../inbox/webhooks.ts'
import { holdPayment } from '../support/held-row.ts'
import { usePaying } from '../support/paying.ts'
import { encryptionKeys } from '../support/secrets.ts'

const paying = usePaying()

async function impatientDb() {
  const db = openDb(paying.databaseUrl, { statementTimeoutMs: 3000 })
  onTestFinished(() => db.end())
  await learnPlacement(db)
  return db
}

it('a payment that stays locked delays its own event, but no other in the same batch', async () => {
  const { merchant } = paying
  const stories = storiesOf(paying, merchant)
  const payments = await Promise.all(Array.from({ length: 4 }, () => stories.paid({ amountCents: 1000 })))
  const locked = payments[0]?.id ?? ''
  const { processors } = paying.service
  const processor = processors.get('sandbox')
  if (!processor) throw new Error('no processor')
  const deps = {
    db: await impatientDb(),
    clock: systemClock,
    encryptionKeys,
    processors,
    wakeCallbacks: () => {},
  }
  const pushed = await pushedEvents(paying, merchant)
  const succeeded = pushed.filter(({ type }) => type === 'payment_intent.succeeded')
  await holdPayment(paying.databaseUrl, merchant.merchantId, locked)
  const received = await Promise.allSettled(
    succeeded.map(({ body }) => receiveEvent(deps, processor, processor.readEvent(body), body)),
  )
  expect(received.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: '57014' } },
  ])
  const waiting = await paying.service.db`select payment_id from payments where status <> 'succeeded'`
  expect([...waiting]).toEqual([{ paymentId: locked }])
})
