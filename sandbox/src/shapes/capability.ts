import type Stripe from 'stripe'
import type { AccountRecord } from '../records/account.ts'
import { toAccount } from './account.ts'

export const capabilityNames = ['card_payments', 'transfers', 'us_bank_account_ach_payments'] as const
type CapabilityName = (typeof capabilityNames)[number]

const noRequirements = {
  alternatives: null,
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}

export function toCapability(account: AccountRecord, name: CapabilityName): Stripe.Capability {
  const status = toAccount(account).capabilities?.[name]
  const due = [...account.standing.currently_due]
  return {
    id: name,
    object: 'capability',
    account: account.id,
    future_requirements: noRequirements,
    requested: status !== undefined,
    requested_at: status === undefined ? null : account.created,
    requirements: { ...noRequirements, currently_due: due, eventually_due: due },
    status: status ?? 'unrequested',
  }
}
