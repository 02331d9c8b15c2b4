import { Type } from '@fastify/type-provider-typebox'
import { strict, Timestamp } from '../http/schemas.ts'

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
    examples: [{ returnUrl: 'https://bakery.example/done', refreshUrl: 'https://bakery.example/again' }],
  },
)

export const LinkSchema = Type.Object(
  {
    url: Type.String({
      description: 'Send the merchant there',
      examples: ['https://connect.stripe.com/setup/s/acct_1Q0sandbox/k5v8xemw'],
    }),
    expiresAt: Timestamp('When the link stops working'),
  },
  { title: 'OnboardingLink' },
)
