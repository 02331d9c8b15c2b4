import { Type } from '@fastify/type-provider-typebox'
import { newCredential } from '../auth/credential.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { InPath, MerchantFilter, OperatorIdField } from '../http/fields.ts'
import { Page, PageQuery, readPage, type Slice } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { Line, Strict } from '../http/schemas.ts'
import { TimeField, timestampOf } from '../http/timestamps.ts'
import { newOperatorId } from '../ids.ts'
import { existing, problems } from '../problems.ts'
import { listActions, recordAction } from './audit-log.sql.ts'
import { type OperatorAuthenticator, owner, tokenPrefix } from './authenticate-operator.ts'
import { actorOf } from './operator-auth.ts'
import { insertOperator, listOperators, operatorsNamed, removeOperatorRow } from './operators.sql.ts'
import { AddedOperatorSchema, AuditSchema, NewOperatorBody, OperatorSchema } from './schemas.ts'

interface OperatorDeps {
  db: Db
  clock: Clock
  /** Everything that caches proven credentials. */
  credentials: Pick<OperatorAuthenticator, 'forget'>[]
}

/** The audit log uses these names for actors without their own token. */
const reservedNames = [owner.name, 'svcpay up', 'portal']

export function operatorRoutes(app: App, { db, clock, credentials }: OperatorDeps): void {
  app.post('/operators', {
    operationId: 'addOperator',
    summary: 'Add an operator',
    description: 'Returns the operator with their token, which is not shown again.',
    body: NewOperatorBody,
    response: { 201: AddedOperatorSchema },
    handler: async (request, reply) => {
      const { name, role } = request.body
      if (reservedNames.includes(name.trim().toLowerCase())) {
        throw problems.invalidRequest('The body is not valid.', [{ path: 'name', message: 'is reserved' }])
      }
      const operatorId = newOperatorId()
      const credential = newCredential(tokenPrefix, operatorId)
      const createdAt = clock.now()
      const operator = { operatorId, name, role, hint: credential.hint, createdAt, lastUsedAt: null }
      await db.begin(async tx => {
        await insertOperator(tx, { ...operator, ...credential })
        const entry = { action: 'operator.add', target: operatorId, merchantId: null, detail: { name, role } }
        await recordAction(tx, createdAt, actorOf(request), entry)
      })
      return reply.code(201).send({ ...operator, token: credential.text })
    },
  })

  app.get('/operators', {
    operationId: 'listOperators',
    summary: 'List operators',
    description: 'Newest first.',
    querystring: Strict(PageQuery),
    response: { 200: Page(OperatorSchema) },
    handler: ({ query }) => readPage(query, 'operatorId', slice => listOperators(db, slice)),
  })

  app.delete('/operators/:operatorId', {
    operationId: 'removeOperator',
    summary: 'Remove an operator',
    description: 'The token stops working at once on this instance, and within a second on every other.',
    params: Type.Object({ operatorId: InPath(OperatorIdField) }),
    response: { 204: Type.Null({ description: 'The operator was removed.' }) },
    handler: async (request, reply) => {
      const { operatorId } = request.params
      await db.begin(async tx => {
        const now = clock.now()
        const { name, removedNow } = existing(await removeOperatorRow(tx, operatorId, now), 'operator')
        if (!removedNow) return
        const entry = { action: 'operator.remove', target: operatorId, merchantId: null, detail: { name } }
        await recordAction(tx, now, actorOf(request), entry)
      })
      for (const remembered of credentials) remembered.forget(operatorId)
      return reply.code(204).send(null)
    },
  })
}

const AuditQuery = Strict({
  ...PageQuery,
  merchantId: Type.Optional(MerchantFilter),
  actor: Type.Optional(
    Line(100, {
      description:
        'The name of an operator, `owner` or `portal`, or a part of such a name; case does not matter',
    }),
  ),
  action: Type.Optional(Line(100, { description: 'The action', examples: ['payment.refund'] })),
  createdFrom: TimeField('Done at or after'),
  createdTo: TimeField('Done before'),
})

/** Commands that open the database have names of their own, which are matched exactly. */
async function actorsNamed(db: Db, text: string): Promise<string[]> {
  const reserved = reservedNames.filter(name => name.includes(text.toLowerCase()))
  return [...new Set([text, ...reserved, ...(await operatorsNamed(db, text))])]
}

export function auditRoutes(app: App, deps: { db: Db }): void {
  app.get('/audit', {
    operationId: 'listActions',
    summary: 'List operators’ actions',
    description: 'Newest first.',
    querystring: AuditQuery,
    response: { 200: Page(AuditSchema) },
    handler: async ({ query: { actor, ...query } }) => {
      const actors = actor === undefined ? undefined : await actorsNamed(deps.db, actor)
      const createdFrom = timestampOf('createdFrom', query.createdFrom)
      const createdTo = timestampOf('createdTo', query.createdTo)
      const read = (slice: Slice) =>
        listActions(deps.db, { ...query, actors, createdFrom, createdTo, ...slice })
      return await readPage(query, 'auditId', read, /^\d{1,18}$/)
    },
  })
}
