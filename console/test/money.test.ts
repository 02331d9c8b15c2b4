import { expect, test } from 'vitest'
import { currencies, decimalsOf as decimalsOfApi } from '../../sandbox/src/currencies.ts'
import { formatMoney as formatOfService } from '../../service/src/money.ts'
import { amountHint, decimalsOf, formatMoney, parseMoney, plainMoney } from '../src/components/money.tsx'

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
])('%s typed for %s is %i minor units', (text, currency, amount) => {
  expect(parseMoney(text, currency)).toBe(amount)
})

test.each([
  ['49.999', 'usd'],
  ['50.5', 'jpy'],
  ['-5', 'usd'],
  ['1e3', 'usd'],
  ['', 'usd'],
])('%s is no amount of %s', (text, currency) => {
  expect(parseMoney(text, currency)).toBeNull()
})

test('what a field shows reads back as the same amount', () => {
  for (const currency of ['usd', 'jpy', 'kwd'])
    expect(parseMoney(plainMoney(4999, currency), currency)).toBe(4999)
})

test.each([
  [null, 54_316, 'kwd', 'Enter an amount such as 54.316'],
  [null, 7_500, 'jpy', 'Enter an amount such as 7500'],
  [60_000, 54_316, 'kwd', 'Enter an amount up to KWD 54.316'],
])('%s typed for at most %i %s: %s', (typed, most, currency, hint) => {
  expect(amountHint(typed, most, currency).replaceAll('\u00a0', ' ')).toBe(hint)
})
