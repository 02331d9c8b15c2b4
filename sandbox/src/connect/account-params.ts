import { addressParam } from '../api/address-params.ts'
import { expandParam } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import {
  email,
  type Field,
  hash,
  ignored,
  integer,
  list,
  nonNegativeInteger,
  oneOf,
  type ParamsOf,
  refused,
  sent,
  text,
} from '../api/params.ts'
import { overlay } from '../overlay.ts'
import type { AccountRecord, BusinessProfile } from '../records/account.ts'
import type { PersonRecord } from '../records/person.ts'
import type { Tx } from '../store/store.ts'
import { settingsParam } from './account-settings.ts'
import { companyParam } from './company-params.ts'
import { addExternalAccount, externalAccountParam } from './external-accounts.ts'
import { createPerson, type PersonInput, personParams, updatePerson } from './persons.ts'

const profile = hash({
  name: text,
  url: text,
  mcc: text,
  product_description: text,
  support_address: addressParam,
  support_email: email,
  support_phone: text,
  support_url: text,
  annual_revenue: refused,
  estimated_worker_count: nonNegativeInteger,
  monthly_estimated_revenue: refused,
  minority_owned_business_designation: list(text),
})

interface ProfileInput {
  name: string | undefined
  url: string | undefined
  others: BusinessProfile
}

const profileParam: Field<ProfileInput | undefined> = (value, parent) => {
  const input = profile(value, parent)
  if (!input) return undefined
  const { name, url, annual_revenue: _, monthly_estimated_revenue: __, ...others } = input
  return { name, url, others: sent(others) }
}

/** The parameters that creating and updating an account share. */
export const describing = {
  business_profile: profileParam,
  business_type: oneOf('company', 'government_entity', 'individual', 'non_profit'),
  capabilities: ignored,
  company: companyParam,
  default_currency: text,
  email,
  individual: hash(personParams),
  metadata,
  settings: settingsParam,
  tos_acceptance: hash({ date: integer, ip: text, service_agreement: text, user_agent: text }),
  external_account: externalAccountParam,
  account_token: refused,
  documents: refused,
  groups: refused,
  ...expandParam,
}

type Input = ParamsOf<typeof describing>
type Described = Pick<
  AccountRecord,
  | 'email'
  | 'businessType'
  | 'businessName'
  | 'businessUrl'
  | 'profile'
  | 'tosAcceptance'
  | 'settings'
  | 'company'
  | 'defaultCurrency'
  | 'metadata'
>

export function describe(before: Described, input: Input): Described {
  return {
    email: input.email ?? before.email,
    businessType: input.business_type ?? before.businessType,
    businessName: input.business_profile?.name ?? before.businessName,
    businessUrl: input.business_profile?.url ?? before.businessUrl,
    profile: { ...before.profile, ...input.business_profile?.others },
    tosAcceptance: { ...before.tosAcceptance, ...sent(input.tos_acceptance ?? {}) },
    settings: overlay(before.settings ?? {}, input.settings),
    company: overlay(before.company ?? {}, input.company),
    defaultCurrency: input.default_currency ?? before.defaultCurrency,
    metadata: changeMetadata(before.metadata, input.metadata),
  }
}

/** The parts of an account that are objects of their own. */
export function describeParts(tx: Tx, account: AccountRecord, input: Input): AccountRecord {
  const { individual, external_account: bank } = input
  const described = individual
    ? tx.put('account', { ...account, individual: describeIndividual(tx, account, individual) })
    : account
  return bank ? addExternalAccount(tx, described, bank, { asDefault: true }).account : described
}

function describeIndividual(tx: Tx, account: AccountRecord, input: PersonInput): PersonRecord {
  if (account.individual) return updatePerson(tx, account.individual, input)
  return createPerson(tx, account, input, { representative: true })
}
