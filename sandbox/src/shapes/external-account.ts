import type Stripe from 'stripe'
import type { ExternalAccountRecord } from '../records/external-account.ts'
import { toCard } from './card.ts'

const nothingDue = { currently_due: [], errors: [], past_due: [], pending_verification: [] }

export function toExternalAccount(record: ExternalAccountRecord): Stripe.ExternalAccount {
  const shared = {
    account: record.account,
    available_payout_methods: payoutMethods(record),
    currency: record.currency,
    default_for_currency: record.default_for_currency,
    metadata: record.metadata,
  }
  if (record.card) return { ...toCard(record.id, record.card, record.account_holder_name), ...shared }
  return {
    id: record.id,
    object: 'bank_account',
    ...shared,
    account_holder_name: record.account_holder_name,
    account_holder_type: record.account_holder_type,
    account_type: record.account_type,
    bank_name: 'STRIPE TEST BANK',
    country: record.country,
    fingerprint: record.fingerprint,
    future_requirements: nothingDue,
    last4: record.last4,
    requirements: nothingDue,
    routing_number: record.routing_number,
    status: 'new',
  }
}

function payoutMethods({ isInstant }: ExternalAccountRecord): ('instant' | 'standard')[] {
  return isInstant ? ['instant', 'standard'] : ['standard']
}
