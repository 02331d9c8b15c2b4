import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { platformFee } from '../src/money.ts'

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

  it('is a whole number between zero and the charge, and never falls when the charge rises', () => {
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
