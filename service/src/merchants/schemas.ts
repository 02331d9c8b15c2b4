import { Type } from '@fastify/type-provider-typebox'
import {
  Choice,
  DeliveryIdField,
  Flag,
  InPath,
  KeyIdField,
  MerchantIdField,
  OneOf,
  sample,
  Text,
  Whole,
} from '../http/fields.ts'
import { PageQuery } from '../http/paging.ts'
import { Body, isNull, Line, ListOf, Named, Nullable, Part, Strict, Timestamp } from '../http/schemas.ts'
import { onboardingStatuses } from './onboarding-status.ts'

const FeeBps = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: 'The platform fee in basis points: 250 is 2.5%. Null means the platform’s default.',
})
const FeeFixedCents = Type.Integer({
  minimum: 0,
  maximum: 5_000_000,
  description: 'The fixed part of the platform fee. Null means the platform’s default.',
})
const Name = Line(200, { minLength: 1, description: 'The merchant’s name' })
const CallbackUrl = Type.String({
  maxLength: 2048,
  description: 'The URL that receives events, https in production. Null to send none.',
})

const sampleKey = 'svc_live_01jd3k5v8xemw9g6t2q4r7y0zb_9f2c…'
const sampleSecret = 'whsec_5f0c…'
const CallbackUrlField = Nullable(Text('The URL that receives events; null for none', sample.callbackUrl))

export const MerchantPath = Type.Object({ merchantId: InPath(MerchantIdField) })
export const KeyPath = Type.Object({ ...MerchantPath.properties, keyId: InPath(KeyIdField) })

export const NewMerchantBody = Body(
  'NewMerchant',
  'The merchant to create.',
  {
    name: Name,
    feeBps: Type.Optional(Nullable(FeeBps)),
    feeFixedCents: Type.Optional(Nullable(FeeFixedCents)),
    callbackUrl: Type.Optional(Nullable(CallbackUrl)),
  },
  { name: 'Corner Bakery', feeBps: 250, callbackUrl: sample.callbackUrl },
)

export const MerchantChangeBody = Body(
  'MerchantChange',
  'The fields to change. Omitted fields keep their values.',
  {
    name: Type.Optional(Name),
    feeBps: Type.Optional(Nullable(FeeBps)),
    feeFixedCents: Type.Optional(Nullable(FeeFixedCents)),
  },
  { feeBps: 150 },
  { minProperties: 1 },
)

export const MerchantListQuery = Strict({
  ...PageQuery,
  search: Type.Optional(Line(500, { minLength: 1, description: 'Part of the name, or the id' })),
  onboarding: Type.Optional(OneOf(onboardingStatuses, { description: 'The onboarding status' })),
  suspended: Type.Optional(Type.Boolean({ description: 'Whether it is suspended' })),
  disabled: Type.Optional(
    Type.Boolean({ description: 'Whether an operator has disabled its account at its active processor' }),
  ),
  failing: Type.Optional(
    Type.Boolean({ description: 'Whether the last attempt to send it a callback failed' }),
  ),
})

const OnboardingStatusField = (description: string) => Choice(onboardingStatuses, description, 'enabled')

/** Any name is valid here; handlers check it against the settings. */
export const ProcessorField = (description: string) => Line(40, { minLength: 1, description })

export const ProcessorThere = Type.Optional(ProcessorField('Default: the merchant’s active processor'))

export const AccountChangeBody = Body(
  'AccountChange',
  'The account to change, and its new state.',
  {
    processor: Type.Optional(ProcessorField('The processor of the account. Default: the active one.')),
    disabled: Type.Boolean({ description: 'True to stop new payments, false to allow them again' }),
  },
  { processor: 'stripe', disabled: true },
)

export const MoveBody = Body(
  'Move',
  'The processor to move to, and when.',
  {
    processor: ProcessorField('The processor for new payments'),
    when: Type.Optional(
      OneOf(['now', 'enabled'], {
        default: 'now',
        description: '`enabled`: as soon as the account there can take payments',
      }),
    ),
  },
  { processor: 'stripe-eu', when: 'enabled' },
)

export const abilityFields = {
  chargesEnabled: Type.Boolean({ description: 'Whether the merchant can take payments' }),
  payoutsEnabled: Type.Boolean({ description: 'Whether the merchant can receive payouts' }),
}

export const requirementsInWords = Type.Array(Text('An item', 'Bank account for payouts'), {
  description: 'The processor’s remaining requirements, in plain words',
})

export const RestrictionField = Nullable(
  Text(
    'Why the account takes no payments: the processor’s reason, `deauthorized` if the platform can no longer access it, or `unknown` if the processor gives none. Null if it takes payments, and while details are first provided',
    'requirements.past_due',
  ),
  isNull,
)

const merchantFields = {
  merchantId: MerchantIdField,
  name: Text('The merchant’s name', 'Corner Bakery'),
  feeBps: Whole('The fee in force: the merchant’s own, or the platform’s default', 250),
  feeFixedCents: Whole('The fixed part in force: the merchant’s own, or the platform’s default', 0),
  callbackUrl: CallbackUrlField,
  processor: Text('The active processor: for new payments, onboarding and readers', 'stripe'),
  nextProcessor: Nullable(Text('The target of a pending move; null if there is none', 'stripe-eu'), isNull),
  processorAccountId: Nullable(Text('The connected account; null before onboarding', sample.accountId)),
  onboardingStatus: OnboardingStatusField('The merchant’s onboarding status'),
  accounts: ListOf('Its accounts at all processors, oldest first', {
    processor: Text('The processor', 'stripe'),
    processorAccountId: Text('The account there', sample.accountId),
    onboardingStatus: OnboardingStatusField('The onboarding status there'),
    ...abilityFields,
    restriction: RestrictionField,
    requirements: requirementsInWords,
    disabled: Flag('Whether an operator has disabled it: it takes no new payments', false),
    updatedAt: Timestamp('When its state at the processor last changed'),
    stoppedAt: Nullable(
      Timestamp('When it stopped taking payments; null if it takes payments, or never has'),
      isNull,
    ),
  }),
  suspended: Flag('Whether the merchant’s keys can only read', false),
  failing: Type.Optional(Flag('In lists only: whether the last attempt to send it a callback failed', false)),
  createdAt: Timestamp('When the merchant was created'),
}

export const MerchantSchema = Named('Merchant', 'A merchant.', merchantFields)

export const CreatedMerchantSchema = Named(
  'CreatedMerchant',
  'The new merchant, with its first API key and its signing secret.',
  {
    ...merchantFields,
    apiKey: Text('The merchant’s first API key. It is not shown again.', sampleKey),
    callbackSigningSecret: Text('The secret that signs callbacks. It is not shown again.', sampleSecret),
  },
)

export const NewKeyBody = Body(
  'NewApiKey',
  'The key to issue.',
  { label: Type.Optional(Nullable(Line(100, { description: 'The purpose of the key' }))) },
  { label: 'checkout server' },
)

const keyFields = {
  keyId: KeyIdField,
  label: Nullable(Text('The purpose of the key; null without a label', 'checkout server')),
  hint: Text('The last four characters of the key', '9f2c'),
  createdAt: Timestamp('When the key was issued'),
  lastUsedAt: Nullable(Timestamp('When it was last used, to the minute; null if it never was')),
  expiresAt: Nullable(Timestamp('When it stops working after a rotation; null if no end is set'), isNull),
  revokedAt: Nullable(Timestamp('When it was revoked; null when it was not'), isNull),
  endedBy: Nullable(
    Text(
      'Who revoked or rotated it: the name of an operator, `owner` or `portal`. In a portal, `platform` stands for every operator. Null if nobody did',
      'Ana',
    ),
    isNull,
  ),
}

export const KeySchema = Named('ApiKey', 'An API key of a merchant, without the key itself.', keyFields)
export const IssuedKeySchema = Named('IssuedApiKey', 'The new API key.', {
  ...keyFields,
  apiKey: Text('The key itself. It is not shown again.', sampleKey),
})

export const defaultGraceSeconds = 86_400

export const GraceBody = Body(
  'Rotation',
  'The grace period.',
  {
    graceSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        default: defaultGraceSeconds,
        description: 'How long the old one keeps working',
      }),
    ),
  },
  { graceSeconds: 3600 },
)

export const CallbackBody = Body(
  'CallbackChange',
  'The new callback URL.',
  { url: Nullable(CallbackUrl) },
  { url: sample.callbackUrl },
)
export const CallbackSchema = Named('Callback', 'The current callback URL.', {
  url: CallbackUrlField,
  signingSecret: Type.Optional(
    Text('Present only if this call created it. It is not shown again.', sampleSecret),
  ),
})
const SecretDates = Type.Object({
  createdAt: Timestamp('When the secret was created'),
  expiresAt: Nullable(Timestamp('When a rotation ends it; null for the current one')),
})
export const SigningSecretSchema = Named('SigningSecret', 'The new signing secret.', {
  signingSecret: Text('The new secret. It is not shown again.', sampleSecret),
  endedSecrets: Type.Array(SecretDates, {
    description: 'Secrets that this call ended early, because at most three can be valid. Usually empty.',
    examples: [[]],
  }),
})

export const MerchantWithCallbackSchema = Named(
  'MerchantWithCallback',
  'A merchant, with its signing secrets and the health of its endpoint.',
  {
    ...merchantFields,
    callback: Part('Its signing secrets, and the health of its endpoint', {
      secrets: Type.Array(SecretDates, {
        description: 'The secrets that currently sign callbacks, newest first, without their values.',
      }),
      failuresInARow: Whole('Failed attempts since the last successful one', 0),
      failingSince: Nullable(
        Timestamp('When the first of these failures was recorded; null if none'),
        isNull,
      ),
      lastFailure: Nullable(
        Part('The last failed attempt; null unless the endpoint is failing', {
          deliveryId: DeliveryIdField,
          reason: Nullable(Text('The endpoint’s answer, or why there was none', 'HTTP 503')),
        }),
        isNull,
      ),
      pausedUntil: Nullable(Timestamp('When the endpoint is tried again; null if it is not paused')),
      waiting: Whole('Callbacks in the queue, counted up to 10,000', 0),
    }),
  },
)
