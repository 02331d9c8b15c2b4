import { Type } from '@fastify/type-provider-typebox'
import { InPath, OperatorIdField, Text } from '../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import type { Routes } from '../http/routes.ts'
import { Body, Line, Nullable, problemResponses, strict, Timestamp } from '../http/schemas.ts'
import { addOperator, type OperatorDeps, removeOperator } from './manage-operators.ts'
import { actorOf } from './operator-auth.ts'
import { listOperators } from './operators.sql.ts'
import { type OperatorRole, roles } from './roles.ts'

const tags = ['Operators']
const Role = Type.Unsafe<OperatorRole>({
  type: 'string',
  enum: [...roles],
  description:
    '`viewer` reads. `support` can also redeliver, capture, refund and cancel. `admin` can do everything.',
  examples: ['support'],
})

const NewOperatorBody = Body(
  'NewOperator',
  'The operator to add.',
  { name: Line(100, { minLength: 1, description: 'The operator’s name' }), role: Role },
  { name: 'Ana', role: 'support' },
)

const sampleToken = 'svc_op_01jd3k5v8xemw9g6t2q4r7y0zb_4b7e…'

const operatorFields = {
  operatorId: OperatorIdField,
  name: Text('The operator’s name', 'Ana'),
  role: Role,
  hint: Text('The last four characters of the token', '4b7e'),
  createdAt: Timestamp('When the operator was added'),
  lastUsedAt: Nullable(Timestamp('When the token was last used, to the minute; null when it never was')),
}

export const OperatorSchema = Type.Object(operatorFields, {
  title: 'Operator',
  description: 'A person who runs the platform.',
})
export const AddedOperatorSchema = Type.Object(
  { ...operatorFields, token: Text('The token itself. It is not shown again.', sampleToken) },
  { title: 'AddedOperator', description: 'The new operator, with their token.' },
)

export function operatorRoutes(deps: OperatorDeps): Routes {
  return app => {
    app.post(
      '/operators',
      {
        schema: {
          tags,
          operationId: 'addOperator',
          summary: 'Add an operator',
          description: 'Returns the operator with their token, which is not shown again.',
          body: NewOperatorBody,
          response: {
            201: AddedOperatorSchema,
          },
        },
      },
      async (request, reply) => reply.code(201).send(await addOperator(deps, actorOf(request), request.body)),
    )

    app.get(
      '/operators',
      {
        schema: {
          tags,
          operationId: 'listOperators',
          summary: 'List operators',
          description: 'Newest first.',
          querystring: Type.Object(PageQuery, strict),
          response: { 200: Page(OperatorSchema) },
        },
      },
      async request => {
        const { cursor, limit = defaultLimit } = request.query
        const rows = await listOperators(deps.db, { before: readCursor(cursor), limit: limit + 1 })
        return pageOf(rows, limit, row => row.operatorId)
      },
    )

    app.delete(
      '/operators/:operatorId',
      {
        schema: {
          tags,
          operationId: 'removeOperator',
          summary: 'Remove an operator',
          description: 'The token stops working at once, and within a second on every instance.',
          params: Type.Object({ operatorId: InPath(OperatorIdField) }),
          response: {
            204: Type.Null({ description: 'The operator was removed.' }),
            ...problemResponses('not_found'),
          },
        },
      },
      async (request, reply) => {
        await removeOperator(deps, actorOf(request), request.params.operatorId)
        return reply.code(204).send(null)
      },
    )
  }
}
