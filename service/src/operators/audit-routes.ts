import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import { Line, Nullable, problemResponses, strict, Timestamp } from '../http/schemas.ts'
import { listActions } from './audit-log.sql.ts'

export const AuditSchema = Type.Object({
  auditId: Type.String(),
  at: Timestamp('When it was done'),
  actor: Type.String({ examples: ['Ana'], description: 'The operator whose token was used' }),
  operatorId: Nullable(Type.String({ description: 'Null for the owner' })),
  note: Nullable(Type.String({ description: 'Svc-Actor, as the caller sent it' })),
  address: Nullable(Type.String({ description: 'The client’s address' })),
  action: Type.String({ examples: ['key.revoke'] }),
  target: Type.String(),
  merchantId: Nullable(Type.String()),
  traceId: Type.String(),
  detail: Type.Record(Type.String(), Type.Unknown()),
})

export function auditRoutes(deps: { db: Db }): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(
      '/audit',
      {
        schema: {
          tags: ['Audit log'],
          operationId: 'listActions',
          summary: 'List operator actions, newest first',
          querystring: Type.Object({ ...PageQuery, merchantId: Type.Optional(Line(64)) }, strict),
          response: { 200: Page(AuditSchema), ...problemResponses('invalid_request') },
        },
      },
      async request => {
        const { cursor, limit = defaultLimit, merchantId } = request.query
        const before = readCursor(cursor, /^\d{1,18}$/)
        const rows = await listActions(deps.db, { merchantId: merchantId ?? null, before, limit: limit + 1 })
        return pageOf(rows, limit, row => row.auditId)
      },
    )
  }
}
