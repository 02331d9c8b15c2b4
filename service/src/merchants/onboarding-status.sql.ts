import type { Queryable } from '../db/db.ts'

/** `onboardingStatusOf` for an account a that may be missing. A test compares them. */
export const onboardingStatus = (db: Queryable) => db`
  case
    when a.account_id is null then 'not_started'
    when starts_with(a.disabled_reason, 'rejected') then 'restricted'
    when a.charges_enabled and a.payouts_enabled then 'enabled'
    when a.charges_enabled then 'charges_only'
    when a.details_submitted and (a.disabled_reason is not null or a.past_due) then 'restricted'
    else 'pending'
  end`
