import { expect, it } from 'vitest'
import { usePaying } from '../support/paying.ts'
import { reconcile, typed } from './prepared.ts'

const paying = usePaying()
const many = 1105

/** Even very many differences are all listed. */
it('all differences can be read: page by page, and by the command', async () => {
  const { service, merchant } = paying
  const from = '2026-01-01T00:00:00Z'
  const { body } = await service.admin('POST', '/reconciliations', { from })
  const id = body.reconciliationId
  await service.db`
    insert into reconciliation_differences (reconciliation_id, processor, merchant_id, processor_payment_id, kind, what,
      object_id, fixed)
    select ${id}, 'elsewhere', ${merchant.merchantId}, 'pi_' || n, 'payment', 'missing_there', '', false
    from generate_series(1, ${many}) as n`
  await service.db`
    insert into differences (difference_id, processor, merchant_id, processor_payment_id, kind, what, object_id, found_from)
    select 'dif_' || lpad(n::text, 26, '0'), 'elsewhere', ${merchant.merchantId}, 'pi_' || n, 'payment', 'missing_there', '', now()
    from generate_series(1, ${many}) as n`
  const seen: string[] = []
  for (let query = '?limit=100'; query !== ''; ) {
    const { body: page, status } = await service.admin('GET', `/reconciliations/${id}${query}`)
    expect([status, page.differences]).toEqual([200, many])
    expect(page.data.length).toBeLessThanOrEqual(100)
    for (const { processorPaymentIntentId } of page.data) seen.push(processorPaymentIntentId)
    query = page.nextCursor ? `?limit=100&cursor=${page.nextCursor}` : ''
  }
  expect(seen).toEqual(Array.from({ length: many }, (_, i) => `pi_${i + 1}`))
  expect((await service.admin('GET', `/reconciliations/${id}?cursor=x`)).status).toBe(400)

  // the command joins the current run, and waits for its end
  const printed = typed(paying, '--from', from, '--format', 'csv')
  await reconcile(paying, { from })
  const { code, stdout } = await printed
  expect(code).toBe(1)
  expect(stdout.trim().split('\n')).toHaveLength(1 + many)
})
