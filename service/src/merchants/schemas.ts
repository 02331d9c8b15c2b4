import { Type } from '@fastify/type-provider-typebox'
import { Line, Nullable, strict, Timestamp } from '../http/schemas.ts'

const MerchantIdField = Type.String({ examples: ['mer_01jd3k5v8xemw9g6t2q4r7y0zb'] })
const FeeBps = Type.Integer({ minimum: 0, maximum: 10_000, description: 'Platform fee in basis points' })
const FeeFixedCents = Type.Integer({ minimum: 0, maximum: 5_000_000, description: 'Fixed part of the fee' })
const Name = Line(200, { minLength: 1 })

export const MerchantPath = Type.Object({ merchantId: Line(64) })
export const KeyPath = Type.Object({ merchantId: Line(64), keyId: Line(64) })

export const NewMerchantBody = Type.Object(
  {
    name: Name,
    feeBps: Type.Optional(Nullable(FeeBps)),
    feeFixedCents: Type.Optional(Nullable(FeeFixedCents)),
    callbackUrl: Type.Optional(Nullable(Type.String({ maxLength: 2048 }))),
  },
  {
    ...strict,
    examples: [{ name: 'Corner Bakery', feeBps: 250, callbackUrl: 'https://bakery.example/callbacks' }],
  },
)

export const MerchantChangeBody = Type.Object(
  {
    name: Type.Optional(Name),
    feeBps: Type.Optional(Nullable(FeeBps)),
    feeFixedCents: Type.Optional(Nullable(FeeFixedCents)),
  },
  { ...strict, minProperties: 1, examples: [{ feeBps: 150 }] },
)

const merchantFields = {
  merchantId: MerchantIdField,
  name: Type.String({ examples: ['Corner Bakery'] }),
  feeBps: Type.Integer({ description: 'In force: the merchant’s own, else the platform’s default' }),
  feeFixedCents: Type.Integer({ description: 'In force: the merchant’s own, else the platform’s default' }),
  callbackUrl: Nullable(Type.String()),
  processorAccountId: Nullable(Type.String()),
  onboardingStatus: Type.String({
    enum: ['not_started', 'pending', 'charges_only', 'enabled', 'restricted'],
  }),
  suspended: Type.Boolean({ description: 'Its keys read and change nothing' }),
  createdAt: Timestamp('When the merchant was created'),
}

export const MerchantSchema = Type.Object(merchantFields)

export const CreatedMerchantSchema = Type.Object({
  ...merchantFields,
  apiKey: Type.String({ description: 'Shown this once' }),
  callbackSigningSecret: Type.String({ description: 'Shown this once' }),
})

export const NewKeyBody = Type.Object(
  { label: Type.Optional(Nullable(Line(100))) },
  { ...strict, examples: [{ label: 'checkout server' }] },
)

const keyFields = {
  keyId: Type.String({ examples: ['key_01jd3k5v8xemw9g6t2q4r7y0zb'] }),
  label: Nullable(Type.String()),
  hint: Type.String({ description: 'The last four characters of the key' }),
  createdAt: Timestamp('When the key was issued'),
  lastUsedAt: Nullable(Timestamp('Within a minute')),
  expiresAt: Nullable(Timestamp('When a rotation ends it')),
  revokedAt: Nullable(Timestamp('When it was revoked')),
}

export const KeySchema = Type.Object(keyFields)
export const IssuedKeySchema = Type.Object({
  ...keyFields,
  apiKey: Type.String({ description: 'Shown this once' }),
})

export const GraceBody = Type.Object(
  {
    graceSeconds: Type.Integer({
      minimum: 0,
      maximum: 604_800,
      default: 86_400,
      description: 'How long the old one goes on working',
    }),
  },
  { ...strict, examples: [{ graceSeconds: 3600 }] },
)

export const CallbackBody = Type.Object(
  { url: Nullable(Type.String({ maxLength: 2048 })) },
  { ...strict, examples: [{ url: 'https://bakery.example/callbacks' }] },
)
export const CallbackSchema = Type.Object({
  url: Nullable(Type.String()),
  signingSecret: Type.Optional(Type.String({ description: 'Only when this call made it' })),
})
export const SigningSecretSchema = Type.Object({
  signingSecret: Type.String({ description: 'Shown this once' }),
})
