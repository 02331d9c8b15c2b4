import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, platformFee } from '../src/money.ts'

describe('the platform fee', () => {
  it.each([
    [4999, { bps: 100, fixedCents: 0 }, 50],
    [50, { bps: 100, fixedCents: 0 }, 1],
    [49, { bps: 100, fixedCents: 0 }, 0],
    [10_000, { bps: 290, fixedCents: 30 }, 320],
    [50, { bps: 0, fixedCents: 80 }, 50],
    [5_000_000, { bps: 10_000, fixedCents: 0 }, 5_000_000],
  ])('of %i cents under %o is %i', (amountCents, policy, fee) => {
    expect(platformFee(amountCents, policy)).toBe(fee)
  })

  it('is a whole number between zero and the charge, and never decreases with a larger charge', () => {
    const amount = fc.integer({ min: 50, max: 4_999_999 })
    const policy = fc.record({
      bps: fc.integer({ min: 0, max: 10_000 }),
      fixedCents: fc.integer({ min: 0, max: 100_000 }),
    })
    fc.assert(
      fc.property(amount, policy, (amountCents, fees) => {
        const fee = platformFee(amountCents, fees)
        expect(Number.isInteger(fee)).toBe(true)
        expect(fee).toBeGreaterThanOrEqual(0)
        expect(fee).toBeLessThanOrEqual(amountCents)
        expect(platformFee(amountCents + 1, fees)).toBeGreaterThanOrEqual(fee)
      }),
    )
  })
})

it.each([
  [2999, 'usd', '$29.99'],
  [5000, 'jpy', '¥5,000'],
  [1_750_000, 'huf', 'HUF\u00a017,500.00'],
  [12_345, 'kwd', 'KWD\u00a012.345'],
  [50_000, 'isk', 'ISK\u00a0500'],
])('%i of the processor’s units of %s are shown as %s', (cents, currency, written) => {
  expect(formatMoney(cents, currency)).toBe(written)
})
