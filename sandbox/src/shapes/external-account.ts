import type Stripe from 'stripe'
import type { ExternalAccountRecord } from '../records/external-account.ts'

const nothingDue = { currently_due: [], errors: [], past_due: [], pending_verification: [] }

export function toExternalAccount(record: ExternalAccountRecord): Stripe.BankAccount {
  return {
    id: record.id,
    object: 'bank_account',
    account: record.account,
    account_holder_name: record.holderName,
    account_holder_type: record.holderType,
    account_type: record.accountType,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country: record.country,
    currency: record.currency,
    default_for_currency: record.isDefault,
    fingerprint: record.fingerprint,
    future_requirements: nothingDue,
    last4: record.last4,
    metadata: record.metadata,
    requirements: nothingDue,
    routing_number: record.routingNumber,
    status: 'new',
  }
}
