import { Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import { InPath, MerchantFilter, OperatorIdField } from '../http/fields.ts'
import { Page, PageQuery, readPage } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { Line, Strict } from '../http/schemas.ts'
import { listActions } from './audit-log.sql.ts'
import { addOperator, type OperatorDeps, removeOperator } from './manage-operators.ts'
import { actorOf } from './operator-auth.ts'
import { listOperators } from './operators.sql.ts'
import { AddedOperatorSchema, AuditSchema, NewOperatorBody, OperatorSchema } from './schemas.ts'

export function operatorRoutes(app: App, deps: OperatorDeps): void {
  app.post('/operators', {
    operationId: 'addOperator',
    summary: 'Add an operator',
    description: 'Returns the operator with their token, which is not shown again.',
    body: NewOperatorBody,
    response: { 201: AddedOperatorSchema },
    handler: async (request, reply) =>
      reply.code(201).send(await addOperator(deps, actorOf(request), request.body)),
  })

  app.get('/operators', {
    operationId: 'listOperators',
    summary: 'List operators',
    description: 'Newest first.',
    querystring: Strict(PageQuery),
    response: { 200: Page(OperatorSchema) },
    handler: ({ query }) => readPage(query, 'operatorId', slice => listOperators(deps.db, slice)),
  })

  app.delete('/operators/:operatorId', {
    operationId: 'removeOperator',
    summary: 'Remove an operator',
    description: 'The token stops working at once on this instance, and within a second on every other.',
    params: Type.Object({ operatorId: InPath(OperatorIdField) }),
    response: {
      204: Type.Null({ description: 'The operator was removed.' }),
    },
    handler: async (request, reply) => {
      await removeOperator(deps, actorOf(request), request.params.operatorId)
      return reply.code(204).send(null)
    },
  })
}

const AuditQuery = Strict({
  ...PageQuery,
  merchantId: Type.Optional(MerchantFilter),
  actor: Type.Optional(Line(100, { description: 'The name of an operator, `owner` or `portal`' })),
  action: Type.Optional(Line(100, { description: 'The action', examples: ['payment.refund'] })),
})

export function auditRoutes(app: App, deps: { db: Db }): void {
  app.get('/audit', {
    operationId: 'listActions',
    summary: 'List operators’ actions',
    description: 'Newest first.',
    querystring: AuditQuery,
    response: { 200: Page(AuditSchema) },
    handler: ({ query: { merchantId = null, actor = null, action = null, ...page } }) => {
      const filter = { merchantId, actor, action }
      return readPage(page, 'auditId', slice => listActions(deps.db, { ...filter, ...slice }), /^\d{1,18}$/)
    },
  })
}
