import { Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import { MerchantFilter, OneOf } from '../http/fields.ts'
import { Page, PageQuery, readPage } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { Strict } from '../http/schemas.ts'
import { listOpenOperations } from './open-operations.sql.ts'
import { OpenOperationSchema } from './schemas.ts'

export function operationRoutes(app: App, { db }: { db: Db }): void {
  app.get('/operations', {
    operationId: 'listOpenOperations',
    summary: 'List operations without an outcome',
    description: 'Lists calls that the processor has not answered yet, oldest first.',
    querystring: Strict({
      ...PageQuery,
      state: Type.Optional(OneOf(['open'], { default: 'open', description: 'Only `open` can be listed' })),
      merchantId: Type.Optional(MerchantFilter),
    }),
    response: { 200: Page(OpenOperationSchema) },
    handler: ({ query: { merchantId = null, ...page } }) =>
      readPage(page, 'operationId', slice => listOpenOperations(db, { merchantId, ...slice })),
  })
}
