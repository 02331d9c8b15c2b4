import type { Attention } from '../api/overview.ts'
import { useMerchantName } from '../session/merchant-names.ts'
import { counted } from './numbers.ts'

/** Qualifies a match: accounts that could not be read were not compared. */
export const exceptFor = (unreadable: number) =>
  unreadable > 0 ? `, except ${counted(unreadable, 'account')}` : ''

const namedAtMost = 3

/** Names a few accounts that cannot be read. */
export function UnreadableNames({ attention }: { attention: Attention }) {
  const merchantName = useMerchantName()
  const names = new Set(attention.unreadableAccounts.map(({ merchantId }) => merchantName(merchantId)))
  return names.size > namedAtMost ? null : `: ${[...names].join(', ')}`
}
