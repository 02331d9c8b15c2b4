import { expandParam } from '../http/lists.ts'
import {
  changeMetadata,
  hash,
  ignored,
  metadata,
  oneOf,
  type ParamsOf,
  refused,
  text,
} from '../http/params.ts'
import type { AccountRecord } from './account.ts'

const profile = hash({
  name: text,
  url: text,
  mcc: ignored,
  product_description: ignored,
  support_address: ignored,
  support_email: ignored,
  support_phone: ignored,
  support_url: ignored,
  annual_revenue: ignored,
  estimated_worker_count: ignored,
  monthly_estimated_revenue: ignored,
  minority_owned_business_designation: ignored,
})

/** What both creation and update of an account take. */
export const describing = {
  business_profile: profile,
  business_type: oneOf('company', 'government_entity', 'individual', 'non_profit'),
  capabilities: ignored,
  company: ignored,
  default_currency: text,
  email: text,
  individual: ignored,
  metadata,
  settings: ignored,
  tos_acceptance: ignored,
  external_account: refused,
  account_token: refused,
  documents: refused,
  groups: refused,
  ...expandParam,
}

type Input = ParamsOf<typeof describing>
type Described = Pick<
  AccountRecord,
  'email' | 'businessType' | 'businessName' | 'businessUrl' | 'defaultCurrency' | 'metadata'
>

export function describe(before: Described, input: Input): Described {
  return {
    email: input.email ?? before.email,
    businessType: input.business_type ?? before.businessType,
    businessName: input.business_profile?.name ?? before.businessName,
    businessUrl: input.business_profile?.url ?? before.businessUrl,
    defaultCurrency: input.default_currency ?? before.defaultCurrency,
    metadata: changeMetadata(before.metadata, input.metadata),
  }
}
