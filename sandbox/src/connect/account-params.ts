import { addressParam } from '../api/address-params.ts'
import { expandParam } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import {
  email,
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
import type { AccountRecord } from '../records/account.ts'
import type { PersonRecord } from '../records/person.ts'
import type { Tx } from '../store/store.ts'
import { settingsParam } from './account-settings.ts'
import { companyParam } from './company-params.ts'
import { addExternalAccount, externalAccountParam } from './external-accounts.ts'
import { createPerson, type PersonInput, personParams, updatePerson } from './persons.ts'

const profileParam = hash({
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

/** The parameters shared by creating and updating an account. */
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
  | 'business_type'
  | 'business_profile'
  | 'tos_acceptance'
  | 'settings'
  | 'company'
  | 'default_currency'
  | 'metadata'
>

export function describe<D extends Described>(before: D, input: Input): D {
  return {
    ...before,
    ...sent(input, 'email', 'business_type', 'default_currency'),
    business_profile: { ...before.business_profile, ...sent(input.business_profile ?? {}) },
    tos_acceptance: { ...before.tos_acceptance, ...sent(input.tos_acceptance ?? {}) },
    settings: overlay(before.settings, input.settings),
    company: overlay(before.company, input.company),
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
