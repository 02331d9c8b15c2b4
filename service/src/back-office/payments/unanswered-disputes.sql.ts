import type { Db } from '../../db/db.ts'
import { ofMerchant } from '../../db/per-merchant.ts'
import { disputeState } from '../../payments/disputes.sql.ts'

/** Disputes and inquiries that need a response. The first condition is that of their index. */
export const unansweredDisputes = (db: Db, merchantId: string | null) => db`
  select d.merchant_id, d.payment_id, d.amount_cents, ${disputeState(db)} as state, d.due_by, d.created_at
  from disputes d
  where (d.state in ('warning', 'open') or d.status = 'appeal_needs_response')
    and ${disputeState(db)} in ('warning_needs_response', 'needs_response', 'appeal_needs_response')
    ${ofMerchant(db, 'd.merchant_id', merchantId)}`
