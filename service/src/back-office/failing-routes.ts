import { Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { App } from '../http/routes.ts'
import { Part } from '../http/schemas.ts'
import { listFailing } from './failing.sql.ts'
import { FailingSchema } from './overview-schemas.ts'

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
