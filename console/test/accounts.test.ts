import { expect, test } from 'vitest'
import { fromAndTo } from '../src/pages/ledger/accounts.ts'

const none = {
  currency: 'usd',
  customerCents: 0,
  merchantCents: 0,
  platformFeesCents: 0,
  disputeHoldCents: 0,
}

test('an entry names the accounts that money comes from and goes to, without signs', () => {
  const captured = { ...none, customerCents: -4999, merchantCents: 4949, platformFeesCents: 50 }
  expect(fromAndTo(captured)).toEqual({
    from: ['customer $49.99'],
    to: ['merchant $49.49', 'platform fees $0.50'],
  })
  expect(fromAndTo({ ...none, merchantCents: -4999, disputeHoldCents: 4999 })).toEqual({
    from: ['merchant $49.99'],
    to: ['dispute hold $49.99'],
  })
})
