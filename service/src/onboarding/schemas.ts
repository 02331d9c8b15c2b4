import { Type } from '@fastify/type-provider-typebox'
import { strict, Timestamp } from '../http/schemas.ts'

const Url = Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2048 })

export const LinkBody = Type.Object(
  { returnUrl: Url, refreshUrl: Url },
  {
    ...strict,
    examples: [{ returnUrl: 'https://bakery.example/done', refreshUrl: 'https://bakery.example/again' }],
  },
)

export const LinkSchema = Type.Object({
  url: Type.String(),
  expiresAt: Timestamp('When the link stops working'),
})
