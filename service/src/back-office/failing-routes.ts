import { Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { Choice, MerchantIdField, Text, Whole } from '../http/fields.ts'
import type { App } from '../http/routes.ts'
import { Named, Nullable, Part, Timestamp } from '../http/schemas.ts'
import { listFailing } from './failing.sql.ts'

export const FailingSchema = Named('FailingMerchant', 'What fails for a merchant.', {
  merchantId: MerchantIdField,
  name: Text('The merchant’s name', 'Corner Bakery'),
  problem: Choice(
    ['account', 'callbacks', 'payments'],
    '`account`: the processor takes no payments for it; `callbacks`: its endpoint fails; `payments`: of the payments of the last 24 hours, at least five and at least half were declined',
    'callbacks',
  ),
  count: Nullable(
    Whole(
      'Callbacks that wait (counted up to 1,000), or payments that were declined; null for an account',
      37,
    ),
  ),
  since: Nullable(
    Timestamp(
      'When the account changed or the endpoint began to fail, or the last quarter of an hour with a payment that succeeded; null if it is not known',
    ),
  ),
  reason: Nullable(
    Text('The processor’s reason, the last answer of the endpoint, or the most frequent decline', '503'),
  ),
})

export function failingRoutes(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get(
    '/failing',
    {
      tags: ['Overview'],
      operationId: 'listFailing',
      summary: 'List merchants for whom something fails',
      description: 'Accounts first, then by how many payments or callbacks are affected. At most 100.',
      response: {
        200: Part('What fails, by merchant.', {
          data: Type.Array(FailingSchema, { description: 'The worst first' }),
        }),
      },
    },
    async () => ({ data: await listFailing(db, clock.now()) }),
  )
}
