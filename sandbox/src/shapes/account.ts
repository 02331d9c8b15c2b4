import type Stripe from 'stripe'
import { overlay } from '../overlay.ts'
import type { AccountRecord, Standing } from '../records/account.ts'
import { toExternalAccount } from './external-account.ts'
import { toPerson } from './person.ts'

export function toAccount(record: AccountRecord): Stripe.Account {
  const { standing, company, individual, externalAccounts: external } = record
  // A bank account is no longer due once there is one.
  const due = standing.currently_due.filter(what => what !== 'external_account' || external.length === 0)
  return {
    id: record.id,
    object: 'account',
    business_profile: { ...noProfile, ...record.business_profile },
    business_type: record.business_type,
    capabilities: capabilities(standing),
    charges_enabled: standing.charges_enabled,
    ...(Object.keys(company).length > 0 ? { company: { ...noCompany, ...company } } : {}),
    controller: {
      fees: { payer: 'account' },
      is_controller: true,
      losses: { payments: 'stripe' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: record.type === 'standard' ? 'full' : 'express' },
      type: 'application',
    },
    country: record.country,
    created: record.created,
    default_currency: record.default_currency,
    details_submitted: standing.details_submitted,
    email: record.email,
    external_accounts: {
      object: 'list',
      data: external.slice(0, 10).map(toExternalAccount),
      has_more: external.length > 10,
      url: `/v1/accounts/${record.id}/external_accounts`,
    },
    future_requirements: { ...noRequirements },
    groups: { payments_pricing: null },
    ...(individual ? { individual: toPerson(individual) } : {}),
    metadata: record.metadata,
    payouts_enabled: standing.payouts_enabled,
    requirements: {
      ...noRequirements,
      currently_due: [...due],
      disabled_reason: standing.disabled_reason,
      eventually_due: [...due],
      past_due: standing.disabled_reason === 'requirements.past_due' ? [...due] : [],
      pending_verification: [...standing.pending_verification],
    },
    settings: overlay(usualSettings(record), record.settings),
    tos_acceptance: { date: null, ip: null, user_agent: null, ...record.tos_acceptance },
    type: record.type,
  }
}

/** An account that has not been through onboarding has none yet. */
function capabilities(standing: Standing): Stripe.Account.Capabilities {
  if (!standing.charges_enabled && !standing.details_submitted && !standing.chargesOff) return {}
  const status = standing.charges_enabled ? 'active' : 'inactive'
  return { card_payments: status, transfers: status, us_bank_account_ach_payments: status }
}

const noProfile: Stripe.Account.BusinessProfile = {
  annual_revenue: null,
  estimated_worker_count: null,
  mcc: null,
  minority_owned_business_designation: null,
  name: null,
  product_description: null,
  specified_commercial_transactions_act_url: null,
  support_address: null,
  support_email: null,
  support_phone: null,
  support_url: null,
  url: null,
}

const noCompany: Stripe.Account.Company = {
  directors_provided: false,
  executives_provided: false,
  name: null,
  owners_provided: false,
  phone: null,
  tax_id_provided: false,
}

const noRequirements: Stripe.Account.Requirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}

function usualSettings(record: AccountRecord): Stripe.Account.Settings {
  return {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: false },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: record.business_profile.name ?? null, timezone: 'Etc/UTC' },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    payouts: {
      debit_negative_balances: false,
      schedule: { delay_days: 2, interval: 'daily' },
      statement_descriptor: null,
    },
  }
}
