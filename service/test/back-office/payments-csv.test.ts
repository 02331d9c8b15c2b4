import { expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { useService } from '../support/service.ts'
import { seedPayments } from './many-payments.ts'

const service = useService()
const file = (query = '') => service.call('GET', `/admin/v1/payments?format=csv${query}`, { operator: true })
const linesOf = (text: string) => text.trimEnd().split('\r\n')

it('all matching payments are one file, however many, newest first, with formulas disarmed', async () => {
  await seedPayments(service.db, 2500, { merchants: 2 })
  await service.db`update payments set order_ref = '=1+1' where processor_payment_id = 'pi_1'`
  const { status, headers, text } = await file()
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('content-disposition')).toBe('attachment; filename="payments.csv"')
  const [header = '', ...lines] = linesOf(text)
  expect(header).toMatch(/^svcPaymentId,status,amountCents,currency,capturedCents,refundedCents,/)
  expect(new Set(lines.map(line => line.split(',')[0])).size).toBe(2500)
  const times = lines.map(line => line.split(',').at(-2) ?? '')
  expect(times).toEqual([...times].sort().reverse())
  expect(text).toContain(`,'=1+1,`)
  expect(lines.filter(line => line.endsWith(',card_declined'))).toHaveLength(125)

  const merchantId = `mer_${'2'.padStart(26, '0')}`
  const [, ...own] = linesOf((await file(`&merchantId=${merchantId}&status=refunded`)).text)
  expect(own.length).toBeGreaterThan(0)
  for (const line of own) expect(line).toMatch(new RegExp(`,refunded,.*,${merchantId},`))
})

it('a file has no pages, and a refusal is a problem', async () => {
  for (const query of ['&limit=5', '&cursor=bm9uZQ'])
    expectProblem(await file(query), 'invalid_request', {
      errors: [expect.objectContaining({ path: 'format' })],
    })
  expectProblem(await service.call('GET', '/admin/v1/payments?format=csv'), 'unauthorized')
})
