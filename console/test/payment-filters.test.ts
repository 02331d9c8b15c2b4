import { expect, it, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { queryOf } = await import('../src/pages/payments/list-query.ts')

it.each([
  [{ amountFrom: '50' }, { currency: 'usd', amountFrom: 5000 }],
  [
    { currency: 'jpy', amountFrom: '50', amountTo: '5,000' },
    { currency: 'jpy', amountFrom: 50, amountTo: 5000 },
  ],
  [
    { currency: 'kwd', amountTo: '1.5' },
    { currency: 'kwd', amountTo: 1500 },
  ],
  [
    { currency: 'usd', amountFrom: '0' },
    { currency: 'usd', amountFrom: 0 },
  ],
  [{ currency: 'eur', amountFrom: '3,60' }, { currency: 'eur' }],
  [{ currency: 'eur' }, { currency: 'eur' }],
  [{ status: 'succeeded' }, { status: 'succeeded' }],
])('%j asks the service for %j', (filters, query) => {
  expect(queryOf(filters)).toEqual(query)
})
