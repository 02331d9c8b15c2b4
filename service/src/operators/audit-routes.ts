import { Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import { MerchantFilter, OperatorIdField, sample, Text } from '../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import type { Routes } from '../http/routes.ts'
import { isNull, Line, Nullable, strict, Timestamp } from '../http/schemas.ts'
import { listActions } from './audit-log.sql.ts'

export const ActorField = Text('The operator whose token was used', 'Ana')
export const ActorIdField = Nullable(
  Type.String({
    ...OperatorIdField,
    description: 'The operator’s id; null for the owner of SVC_OPERATOR_TOKEN',
  }),
)
export const NoteField = Nullable(
  Type.String({
    description: 'The caller’s Svc-Actor header, up to 200 characters; null when there was none',
  }),
  isNull,
)
export const ActionField = Text('What was done', 'payment.refund')
export const OutcomeField = Nullable(
  Text('The code of the problem when it was refused or failed; null otherwise', 'invalid_state'),
  isNull,
)
export const DetailField = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The particulars: amounts, or what it was before and after',
  examples: [{ amountCents: 1000, currency: 'usd' }],
})

export const AuditSchema = Type.Object(
  {
    auditId: Text('The entry’s number', '1042'),
    at: Timestamp('When it was done'),
    actor: ActorField,
    operatorId: ActorIdField,
    note: NoteField,
    address: Nullable(Text('The client’s address; null when it is not known', '203.0.113.7')),
    action: ActionField,
    target: Text('What it was done to', sample.svcPaymentId),
    merchantId: Nullable(Text('Whose merchant it concerns; null for the platform’s own', sample.merchantId)),
    traceId: Text('The id of the request', sample.traceId),
    outcome: OutcomeField,
    detail: DetailField,
  },
  { title: 'AuditEntry', description: 'Something that an operator did.' },
)

const AuditQuery = Type.Object(
  {
    ...PageQuery,
    merchantId: Type.Optional(MerchantFilter),
    actor: Type.Optional(Line(100, { description: 'The name of an operator, `owner` or `portal`' })),
    action: Type.Optional(Line(100, { description: 'What was done', examples: ['payment.refund'] })),
  },
  strict,
)

export function auditRoutes(deps: { db: Db }): Routes {
  return app => {
    app.get(
      '/audit',
      {
        schema: {
          tags: ['Audit log'],
          operationId: 'listActions',
          summary: 'List what operators did',
          description: 'Newest first.',
          querystring: AuditQuery,
          response: { 200: Page(AuditSchema) },
        },
      },
      async request => {
        const { cursor, limit = defaultLimit, merchantId = null, actor = null, action = null } = request.query
        const before = readCursor(cursor, /^\d{1,18}$/)
        const rows = await listActions(deps.db, { merchantId, actor, action, before, limit: limit + 1 })
        return pageOf(rows, limit, row => row.auditId)
      },
    )
  }
}
