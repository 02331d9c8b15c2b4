import { expect, it } from 'vitest'
import { claimAbandonedPayments, claimOpenPayments } from '../../src/jobs/open-payments.sql.ts'
import { openExplained, withAllBelow } from '../support/plans.ts'
import { useService } from '../support/service.ts'

const service = useService()

it('many abandoned payments cost no more than the few that are read, newest first', async () => {
  const { merchantId } = await service.createMerchant()
  const many = 30_000
  await service.db`
    insert into payment_statuses (merchant_id, payment_id, status, created_at, updated_at, next_check_at)
    select ${merchantId}, 'svcpay_' || lpad(n::text, 26, '0'), 'requires_payment_method', now() - interval '2 minutes',
      now() - interval '2 minutes', now() - n * interval '10 seconds'
    from generate_series(1, ${many}) n`
  await service.db`analyze payment_statuses`
  const { db, plans } = await openExplained(service.config.databaseUrl)
  const { claimed: first } = await claimAbandonedPayments(db, 20)
  expect(first.map(({ paymentId }) => Number(paymentId.slice(7))).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
  expect(await claimOpenPayments(db, 40)).toEqual({ claimed: [], faults: [] })
  const nodes = plans.flatMap(withAllBelow).filter(node => node['Relation Name'] === 'payment_statuses')
  expect(nodes.length).toBeGreaterThan(0)
  for (const node of nodes) {
    expect(node['Node Type']).not.toBe('Seq Scan')
    expect(node['Actual Rows']).toBeLessThanOrEqual(100)
  }
  const [given] =
    await service.db`select count(*)::int as up from payment_statuses where next_check_at is null`
  expect(given, 'payments that were not read within a day').toEqual({ up: 100 })
})
