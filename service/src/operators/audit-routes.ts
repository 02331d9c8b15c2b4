import { Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import { MerchantFilter } from '../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { Line, Strict } from '../http/schemas.ts'
import { listActions } from './audit-log.sql.ts'
import { AuditSchema } from './schemas.ts'

const AuditQuery = Strict({
  ...PageQuery,
  merchantId: Type.Optional(MerchantFilter),
  actor: Type.Optional(Line(100, { description: 'The name of an operator, `owner` or `portal`' })),
  action: Type.Optional(Line(100, { description: 'What was done', examples: ['payment.refund'] })),
})

export function auditRoutes(app: App, deps: { db: Db }): void {
  app.get(
    '/audit',
    {
      tags: ['Audit log'],
      operationId: 'listActions',
      summary: 'List what operators did',
      description: 'Newest first.',
      querystring: AuditQuery,
      response: { 200: Page(AuditSchema) },
    },
    async request => {
      const { cursor, limit = defaultLimit, merchantId = null, actor = null, action = null } = request.query
      const before = readCursor(cursor, /^\d{1,18}$/)
      const rows = await listActions(deps.db, { merchantId, actor, action, before, limit: limit + 1 })
      return pageOf(rows, limit, row => row.auditId)
    },
  )
}
