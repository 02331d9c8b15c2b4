import { Type } from '@fastify/type-provider-typebox'
import { Choice, CountryField, sample, Text } from '../http/fields.ts'
import { Body, isNull, Named, Nullable, Timestamp } from '../http/schemas.ts'
import { onboardingStatuses } from '../merchants/onboarding-status.ts'
import { abilityFields, ProcessorField, requirementsInWords } from '../merchants/schemas.ts'

const Url = (description: string) =>
  Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2048, description })

export const LinkBody = Body(
  'NewOnboardingLink',
  'Where the merchant goes afterwards.',
  {
    returnUrl: Url('Where the merchant goes when they are done'),
    refreshUrl: Url('Where the merchant goes when the link has expired. Create a new link there.'),
  },
  { returnUrl: 'https://bakery.example/done', refreshUrl: 'https://bakery.example/again' },
)

export const LinkSchema = Named('OnboardingLink', 'A link to the processor’s onboarding form.', {
  url: Text('Send the merchant there', 'https://connect.stripe.com/setup/s/acct_1Q0sandbox/k5v8xemw'),
  expiresAt: Timestamp('When the link stops working'),
})

const stateFields = {
  processorAccountId: Nullable(Text('The merchant’s account at the processor', sample.accountId)),
  onboardingStatus: Choice(
    onboardingStatuses,
    '`charges_only`: can take payments, but not receive payouts. `restricted`: the processor has switched charges off.',
    'enabled',
  ),
  ...abilityFields,
}

export const RefreshedSchema = Named(
  'RefreshedOnboarding',
  'The onboarding status as the processor reports it now.',
  stateFields,
)

export const OnboardingSchema = Named('Onboarding', 'A merchant’s onboarding status.', {
  ...stateFields,
  requirements: Nullable(
    Type.String({ description: 'The remaining requirements, separated by ", "; null if there are none' }),
    isNull,
  ),
})

export const OnboardingInWordsSchema = Named(
  'MerchantOnboarding',
  'A merchant’s onboarding status, with its requirements in words.',
  {
    ...stateFields,
    requirements: requirementsInWords,
  },
)

export const AccountBody = Body(
  'NewAccount',
  'Details of the merchant.',
  {
    email: Type.Optional(
      Type.String({
        format: 'email',
        maxLength: 254,
        description: 'The merchant’s email, to prefill the onboarding form',
      }),
    ),
    country: CountryField,
  },
  { email: 'owner@bakery.example', country: 'US' },
)

const There = {
  processor: Type.Optional(ProcessorField('The processor. Default: the merchant’s active one.')),
}

export const AccountThereBody = Body(
  'NewMerchantAccount',
  'Details of the merchant, and the processor for its account.',
  { ...AccountBody.properties, ...There },
  { email: 'owner@bakery.example', country: 'US' },
)

export const LinkThereBody = Body(
  'NewMerchantOnboardingLink',
  'Where the merchant goes afterwards, and the account that the link is for.',
  {
    returnUrl: Type.Optional(
      Url('Where the merchant goes when they are done. Default: the merchant’s portal, at `SVC_PUBLIC_URL`.'),
    ),
    refreshUrl: Type.Optional(
      Url(
        'Where the merchant goes when the link has expired. Default: `returnUrl` if you set it, or else the portal.',
      ),
    ),
    ...There,
  },
  { returnUrl: 'https://bakery.example/done', refreshUrl: 'https://bakery.example/again' },
)
