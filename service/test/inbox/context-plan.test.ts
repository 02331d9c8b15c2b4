import { expect, it } from 'vitest'
import { loadEventContext } from '../../src/inbox/event-context.sql.ts'
import type { ProcessorEvent } from '../../src/processors/port.ts'
import { openExplained, rowsRead, withAllBelow } from '../support/plans.ts'
import { useService } from '../support/service.ts'

const service = useService()
const accountId = 'acct_growing'

function eventAbout(n: number): ProcessorEvent {
  const processorPaymentId = `pi_${n}`
  return {
    id: `evt_${n}`,
    type: 'payment_intent.succeeded',
    accountId,
    createdAt: new Date(),
    subject: {
      kind: 'payment',
      processorPaymentId,
      paymentId: null,
      isOurs: null,
      report: { kind: 'released' },
    },
  }
}

async function addPaymentsAndEvents(merchantId: string, count: number): Promise<void> {
  await service.db`
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, created_at, updated_at)
    select ${merchantId}, 'svcpay_' || lpad(n::text, 26, '0'), 'stripe', ${accountId}, 'pi_' || n,
      'requires_payment_method', 'usd', 'automatic', 1000, 10, now(), now()
    from generate_series(1, ${count}::int) n`
  await service.db`
    insert into events (merchant_id, processor, event_id, type, account_id, payment_id, sealed_body, outcome,
      created_at, received_at)
    select ${merchantId}, 'stripe', 'evt_' || n, 'payment_intent.succeeded', ${accountId}, null, '', 'applied', now(),
      now()
    from generate_series(1, ${count}::int) n`
}

it('the records of an event are found by key, even with a plan made for nearly empty tables', async () => {
  const { merchantId } = await service.createMerchant()
  await service.db`
    insert into processor_accounts (merchant_id, processor, account_id, charges_enabled, payouts_enabled,
      details_submitted, past_due, currently_due, created_at, updated_at)
    values (${merchantId}, 'stripe', ${accountId}, true, true, true, false, '{}', now(), now())`
  const { db, plans } = await openExplained(service.config.databaseUrl)
  const load = (n: number) =>
    loadEventContext(db, { processor: 'stripe', event: eventAbout(n), at: new Date() })
  for (let n = 0; n < 8; n++) await load(n)
  await addPaymentsAndEvents(merchantId, 2000)
  plans.length = 0

  const found = await Promise.all([500, 1000, 1500].map(load))
  expect(found.map(({ merchantId: owner, seen }) => [owner, seen])).toEqual(
    Array.from({ length: 3 }, () => [merchantId, 'found']),
  )
  const grown = plans
    .flatMap(withAllBelow)
    .filter(node => /^(payments|events)$/.test(node['Relation Name'] ?? ''))
  expect(grown.length).toBeGreaterThanOrEqual(2)
  expect(Math.max(...grown.map(rowsRead))).toBeLessThanOrEqual(3)
})
