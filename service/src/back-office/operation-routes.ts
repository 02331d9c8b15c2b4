import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import { Line, Nullable, problemResponses, strict, Timestamp } from '../http/schemas.ts'
import { listOpenOperations } from './operations.sql.ts'

export const OpenOperationSchema = Type.Object({
  operationId: Type.String(),
  merchantId: Type.String(),
  svcPaymentId: Nullable(Type.String()),
  kind: Type.String({ examples: ['refund'] }),
  idempotencyKey: Nullable(Type.String()),
  attempt: Type.Integer(),
  asked: Type.Record(Type.String(), Type.Unknown(), { description: 'What the processor is asked' }),
  createdAt: Timestamp('When it was started'),
  askedAgainAt: Nullable(
    Timestamp('When the recovery job asks again; null when only a retry by the caller does'),
  ),
})

export function operationRoutes({ db }: { db: Db }): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(
      '/operations',
      {
        schema: {
          tags: ['Operators’ view'],
          operationId: 'listOpenOperations',
          summary: 'List operations whose outcome is not known yet, oldest first',
          querystring: Type.Object(
            {
              ...PageQuery,
              state: Type.Optional(Type.Literal('open')),
              merchantId: Type.Optional(Line(64)),
            },
            strict,
          ),
          response: { 200: Page(OpenOperationSchema), ...problemResponses('invalid_request') },
        },
      },
      async request => {
        const { cursor, limit = defaultLimit, merchantId = null } = request.query
        const after = readCursor(cursor, /^op_[0-9a-z]{26}$/)
        const rows = await listOpenOperations(db, { merchantId, after, limit: limit + 1 })
        return pageOf(rows, limit, row => row.operationId)
      },
    )
  }
}
