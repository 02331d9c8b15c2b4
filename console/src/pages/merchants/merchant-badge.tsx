import { StatusBadge } from '../../components/status-badge.tsx'
import { type Merchant, stoppedBy } from './merchant-query.ts'

/** The effective status: an account that the processor has enabled takes nothing while the merchant is suspended. */
export function MerchantBadge({ merchant }: { merchant: Merchant }) {
  return <StatusBadge status={stoppedBy(merchant) ?? merchant.onboardingStatus} />
}
