import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import { Line, Nullable, problemResponses, strict, Timestamp } from '../http/schemas.ts'
import { listActions } from './audit-log.sql.ts'

export const AuditSchema = Type.Object(
  {
    auditId: Type.String(),
    at: Timestamp('When it was done'),
    actor: Type.String({ examples: ['Ana'], description: 'The operator whose token was used' }),
    operatorId: Nullable(Type.String({ description: 'Null for the owner of SVC_OPERATOR_TOKEN' })),
    note: Nullable(Type.String({ description: 'The caller’s Svc-Actor header' })),
    address: Nullable(Type.String({ description: 'The client’s address' })),
    action: Type.String({ examples: ['payment.refund'] }),
    target: Type.String({ description: 'What it was done to' }),
    merchantId: Nullable(Type.String()),
    traceId: Type.String({ description: 'The id of the request' }),
    detail: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditEntry' },
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

export function auditRoutes(deps: { db: Db }): FastifyPluginAsyncTypebox {
  return async app => {
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
