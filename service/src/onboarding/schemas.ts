import { Type } from '@fastify/type-provider-typebox'
import { sample, Text } from '../http/fields.ts'
import { isNull, Nullable, strict, Timestamp } from '../http/schemas.ts'
import { onboardingStatuses } from '../merchants/onboarding-status.ts'
import { ProcessorField } from '../merchants/schemas.ts'

const Url = (description: string) =>
  Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2048, description })

export const LinkBody = Type.Object(
  {
    returnUrl: Url('Where the merchant goes when they are done'),
    refreshUrl: Url('Where the merchant goes when the link has expired. Create a new link there.'),
  },
  {
    ...strict,
    title: 'NewOnboardingLink',
    description: 'Where the merchant goes afterwards.',
    examples: [{ returnUrl: 'https://bakery.example/done', refreshUrl: 'https://bakery.example/again' }],
  },
)

export const LinkSchema = Type.Object(
  {
    url: Text('Send the merchant there', 'https://connect.stripe.com/setup/s/acct_1Q0sandbox/k5v8xemw'),
    expiresAt: Timestamp('When the link stops working'),
  },
  { title: 'OnboardingLink', description: 'A link to the processor’s onboarding form.' },
)

const stateFields = {
  processorAccountId: Nullable(Text('The merchant’s account at the processor', sample.accountId)),
  onboardingStatus: Type.String({
    enum: [...onboardingStatuses],
    examples: ['enabled'],
    description:
      '`charges_only`: can take payments, but not receive payouts. `restricted`: the processor has switched charges off.',
  }),
  chargesEnabled: Type.Boolean({ description: 'Whether the merchant can take payments' }),
  payoutsEnabled: Type.Boolean({ description: 'Whether the merchant can receive payouts' }),
}

export const RefreshedSchema = Type.Object(stateFields, {
  title: 'RefreshedOnboarding',
  description: 'How far the onboarding is, as the processor has it now.',
})

export const OnboardingSchema = Type.Object(
  {
    ...stateFields,
    requirements: Nullable(
      Type.String({ description: 'What the processor still needs, separated by ", ". Null when nothing.' }),
      isNull,
    ),
  },
  { title: 'Onboarding', description: 'How far a merchant’s onboarding is.' },
)

export const AccountBody = Type.Object(
  {
    email: Type.Optional(
      Type.String({
        format: 'email',
        maxLength: 254,
        description: 'The merchant’s email, to prefill the onboarding form',
      }),
    ),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2}$', default: 'US', description: 'Two-letter country code' }),
    ),
  },
  {
    ...strict,
    title: 'NewAccount',
    description: 'What is known about the merchant.',
    examples: [{ email: 'owner@bakery.example', country: 'US' }],
  },
)

const There = { processor: Type.Optional(ProcessorField('Where. Default: the merchant’s active processor.')) }

export const AccountThereBody = Type.Object(
  { ...AccountBody.properties, ...There },
  {
    ...strict,
    title: 'NewMerchantAccount',
    description: 'What is known about the merchant, and where it gets an account.',
    examples: [{ email: 'owner@bakery.example', country: 'US' }],
  },
)

export const LinkThereBody = Type.Object(
  { ...LinkBody.properties, ...There },
  {
    ...strict,
    title: 'NewMerchantOnboardingLink',
    description: 'Where the merchant goes afterwards, and which account it is about.',
    examples: [{ returnUrl: 'https://bakery.example/done', refreshUrl: 'https://bakery.example/again' }],
  },
)
