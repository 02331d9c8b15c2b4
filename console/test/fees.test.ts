import { expect, it } from 'vitest'
import { bpsOf, feeText, fixedFeeOf } from '../src/pages/merchants/fees.ts'

it.each([
  [{ feeBps: 250, feeFixedCents: 0 }, '2.5%'],
  [{ feeBps: 100, feeFixedCents: 30 }, '1% + $0.30 / €0.30 / ¥30'],
])('%j reads %s', (fee, text) => {
  expect(feeText(fee)).toBe(text)
})

it('is shorter in a known currency', () => {
  expect(feeText({ feeBps: 100, feeFixedCents: 30 }, ['jpy'])).toBe('1% + ¥30')
})

it.each([
  ['', null],
  ['2.5', 250],
  ['100', 10_000],
  ['100.01', undefined],
  ['-1', undefined],
  ['1.234', undefined],
  ['2,5', undefined],
  ['1,50', undefined],
])('%j percent is %s basis points', (text, bps) => {
  expect(bpsOf(text)).toBe(bps)
})

it.each([
  ['', null],
  ['30', 30],
  ['0.30', undefined],
  ['0,30', undefined],
  ['1,000', 1000],
  ['5000001', undefined],
])('a fixed fee of %j is %s', (text, minorUnits) => {
  expect(fixedFeeOf(text)).toBe(minorUnits)
})
