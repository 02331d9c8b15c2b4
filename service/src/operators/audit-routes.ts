import { Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import type { Routes } from '../http/routes.ts'
import { Line, Nullable, problemResponses, strict, Timestamp } from '../http/schemas.ts'
import { listActions } from './audit-log.sql.ts'

export const OperatorIdField = Nullable(
  Type.String({ description: 'The operator’s id; null for the owner of SVC_OPERATOR_TOKEN' }),
)
export const NoteField = Nullable(
  Type.String({
    description: 'The caller’s Svc-Actor header, up to 200 characters; null when there was none',
  }),
)
export const ActionField = Type.String({ description: 'What was done', examples: ['payment.refund'] })
export const DetailField = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The particulars: amounts, or what it was before and after',
})

export const AuditSchema = Type.Object(
  {
    auditId: Type.String({ description: 'The entry’s number' }),
    at: Timestamp('When it was done'),
    actor: Type.String({ examples: ['Ana'], description: 'The operator whose token was used' }),
    operatorId: OperatorIdField,
    note: NoteField,
    address: Nullable(Type.String({ description: 'The client’s address; null when it is not known' })),
    action: ActionField,
    target: Type.String({ description: 'What it was done to' }),
    merchantId: Nullable(
      Type.String({ description: 'Whose merchant it concerns; null for the platform’s own' }),
    ),
    traceId: Type.String({ description: 'The id of the request' }),
    detail: DetailField,
  },
  { title: 'AuditEntry', description: 'Something that an operator did.' },
)

const AuditQuery = Type.Object(
  {
    ...PageQuery,
    merchantId: Type.Optional(Line(64)),
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
          response: { 200: Page(AuditSchema), ...problemResponses('invalid_request') },
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
