import { StatusBadge } from '../../components/status-badge.tsx'
import type { Merchant } from './merchant-query.ts'
import classes from './merchants.module.css'

export function MerchantBadge({ merchant }: { merchant: Pick<Merchant, 'suspended' | 'onboardingStatus'> }) {
  return (
    <span className={classes.badges}>
      <StatusBadge status={merchant.onboardingStatus} />
      {merchant.suspended && <StatusBadge status="suspended" />}
    </span>
  )
}
