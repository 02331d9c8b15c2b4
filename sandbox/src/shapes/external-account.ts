import type Stripe from 'stripe'
import type { ExternalAccountRecord } from '../records/external-account.ts'
import { toCard } from './card.ts'

const nothingDue = { currently_due: [], errors: [], past_due: [], pending_verification: [] }

export function toExternalAccount(record: ExternalAccountRecord): Stripe.ExternalAccount {
  const shared = {
    account: record.account,
    available_payout_methods: payoutMethods(record),
    currency: record.currency,
    default_for_currency: record.isDefault,
    metadata: record.metadata,
  }
  if (record.card) return { ...toCard(record.id, record.card, record.holderName), ...shared }
  return {
    id: record.id,
    object: 'bank_account',
    ...shared,
    account_holder_name: record.holderName,
    account_holder_type: record.holderType,
    account_type: record.accountType,
    bank_name: 'STRIPE TEST BANK',
    country: record.country,
    fingerprint: record.fingerprint,
    future_requirements: nothingDue,
    last4: record.last4,
    requirements: nothingDue,
    routing_number: record.routingNumber,
    status: 'new',
  }
}

function payoutMethods({ isInstant }: ExternalAccountRecord): ('instant' | 'standard')[] {
  return isInstant ? ['instant', 'standard'] : ['standard']
}
