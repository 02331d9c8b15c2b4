import { expect, test } from 'vitest'
import { currencies, decimalsOf as decimalsOfApi } from '../../sandbox/src/currencies.ts'
import { formatMoney as formatOfService } from '../../service/src/money.ts'
import {
  amountHint,
  decimalsOf,
  formatMoney,
  formatMoneyShort,
  parseMoney,
  plainMoney,
} from '../src/components/money.tsx'

test.each([
  [4999, 'usd', '$49.99'],
  [5000, 'jpy', '¥5,000'],
  [12_340, 'kwd', 'KWD 12.340'],
  [500, 'isk', 'ISK 5'],
  [17_500, 'huf', 'HUF 175.00'],
  [-123_456_789, 'eur', '-€1,234,567.89'],
])('%i minor units of %s read %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency).replaceAll('\u00a0', ' ')).toBe(text)
})

test.each([...currencies])(
  'amounts of %s read as on the command line, with the decimals of the API',
  currency => {
    expect(decimalsOf(currency)).toBe(decimalsOfApi(currency))
    for (const amount of [0, 5, 1_000, 99_999, 100_000, 123_456_700, -4_900])
      expect(formatMoney(amount, currency)).toBe(formatOfService(amount, currency))
  },
)

test.each([
  ['49.99', 'usd', 4999],
  ['1,049.9', 'usd', 104_990],
  ['5', 'usd', 500],
  ['5000', 'jpy', 5000],
  ['12.34', 'kwd', 12_340],
  ['1,234', 'usd', 123_400],
  ['1,234.50', 'usd', 123_450],
  ['12,345,678', 'jpy', 12_345_678],
  ['1,234.5', 'kwd', 1_234_500],
  ['1,234,567', 'kwd', 1_234_567_000],
])('%s typed for %s is %i minor units', (text, currency, amount) => {
  expect(parseMoney(text, currency)).toBe(amount)
})

test.each([
  ['49.999', 'usd'],
  ['50.5', 'jpy'],
  ['-5', 'usd'],
  ['1e3', 'usd'],
  ['', 'usd'],
  ['3,60', 'usd'],
  ['3,6', 'usd'],
  ['12,34', 'usd'],
  ['1,23.4', 'usd'],
  ['1,2345', 'usd'],
  ['1234,567', 'usd'],
  ['0,123', 'usd'],
  [',5', 'usd'],
  ['5,', 'usd'],
  ['1,,234', 'usd'],
  ['1.234,50', 'usd'],
  ['1.234,500', 'kwd'],
  ['3,60', 'jpy'],
  // Either 1,234 dinars or 1.234.
  ['1,234', 'kwd'],
])('%s is not a valid amount in %s', (text, currency) => {
  expect(parseMoney(text, currency)).toBeNull()
})

test.each([
  [5, 'usd', ['$0', '$0.05', '$0.10', '$0.15', '$0.20']],
  [3000, 'usd', ['$0', '$30', '$60', '$90', '$120']],
  [60_000, 'usd', ['$0', '$600', '$1.2K', '$1.8K', '$2.4K']],
  [600, 'jpy', ['¥0', '¥600', '¥1.2K', '¥1.8K', '¥2.4K']],
])('the ticks of an axis in steps of %s %s are all different', (step, currency, ticks) => {
  expect([0, 1, 2, 3, 4].map(times => formatMoneyShort(times * step, currency))).toEqual(ticks)
})

test('the text of a field is read back as the same amount', () => {
  for (const currency of ['usd', 'jpy', 'kwd'])
    expect(parseMoney(plainMoney(4999, currency), currency)).toBe(4999)
})

test.each([
  ['5.5555', 54_316, 'kwd', 'Enter an amount such as 54.316'],
  ['5.5', 7_500, 'jpy', 'Enter an amount such as 7500'],
  ['60', 54_316, 'kwd', 'Enter an amount up to KWD 54.316'],
  ['3,60', 50_000, 'usd', 'Use a period for decimals: 3.60. Commas only group thousands.'],
  ['1,234', 54_316, 'kwd', 'Use a period for decimals: 1.234. Commas only group thousands.'],
  ['3,60', 7_500, 'jpy', 'Enter an amount such as 7500'],
  ['3,60', undefined, 'usd', 'Use a period for decimals: 3.60. Commas only group thousands.'],
  ['x', undefined, 'usd', 'Enter an amount such as 50.00'],
])('%s typed for at most %s %s: %s', (typed, most, currency, hint) => {
  expect(amountHint(typed, currency, most).replaceAll('\u00a0', ' ')).toBe(hint)
})
