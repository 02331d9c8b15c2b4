import { Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import {
  IdempotencyKeyField,
  MerchantFilter,
  MerchantIdField,
  OperationIdField,
  PaymentIdField,
  Whole,
} from '../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import type { Routes } from '../http/routes.ts'
import { Nullable, problemResponses, strict, Timestamp } from '../http/schemas.ts'
import { idPattern } from '../ids.ts'
import { listOpenOperations } from './operations.sql.ts'
import { OperationKindField } from './schemas.ts'

const position = new RegExp(`^${idPattern('op')}$`)

export const OpenOperationSchema = Type.Object(
  {
    operationId: OperationIdField,
    merchantId: MerchantIdField,
    svcPaymentId: Nullable(PaymentIdField),
    kind: OperationKindField,
    idempotencyKey: Nullable(IdempotencyKeyField),
    attempt: Whole('Raised when the processor refuses and the caller tries again', 1),
    asked: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What the processor was asked to do',
      examples: [{ amountCents: 1000 }],
    }),
    createdAt: Timestamp('When it was started'),
    askedAgainAt: Nullable(
      Timestamp('When the processor is asked again; null when only a retry by the caller does that'),
    ),
  },
  { title: 'OpenOperation', description: 'A call to the processor whose outcome is not known yet.' },
)

export function operationRoutes({ db }: { db: Db }): Routes {
  return app => {
    app.get(
      '/operations',
      {
        schema: {
          tags: ['Overview'],
          operationId: 'listOpenOperations',
          summary: 'List operations without an outcome',
          description: 'Calls that the processor has not answered yet, oldest first.',
          querystring: Type.Object(
            {
              ...PageQuery,
              state: Type.Optional(
                Type.Literal('open', { default: 'open', description: 'Only `open` can be listed' }),
              ),
              merchantId: Type.Optional(MerchantFilter),
            },
            strict,
          ),
          response: { 200: Page(OpenOperationSchema), ...problemResponses('invalid_request') },
        },
      },
      async request => {
        const { cursor, limit = defaultLimit, merchantId = null } = request.query
        const after = readCursor(cursor, position)
        const rows = await listOpenOperations(db, { merchantId, after, limit: limit + 1 })
        return pageOf(rows, limit, row => row.operationId)
      },
    )
  }
}
