import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { DeliveryState } from '../deliveries/deliveries.sql.ts'
import { type RedeliverDeps, redeliverEvent } from '../deliveries/redeliver.ts'
import { DeliverySchema, RedeliverBody, StateField } from '../deliveries/schemas.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import { idempotencyKeyOf, sendReply } from '../http/reply.ts'
import { IdempotencyHeader, Line, Nullable, problemResponses, strict, Timestamp } from '../http/schemas.ts'
import { merchantOf } from '../merchants/merchant-auth.ts'
import type { OperationDeps } from '../operations/kind.ts'
import { runKeyed, useCase } from '../operations/run-keyed.ts'
import { type EventFilter, listEvents } from './events.sql.ts'

export const EventSchema = Type.Object({
  id: Type.String({ examples: ['evt_1Q0sandbox'] }),
  type: Type.String({ examples: ['payment_intent.succeeded'] }),
  merchantId: Type.String(),
  svcPaymentId: Nullable(Type.String()),
  createdAt: Timestamp('When it happened at the processor'),
  receivedAt: Timestamp('When this service recorded it'),
  outcome: Type.String({ description: 'applied, unchanged, stale, unverified, ignored, unread or waiting' }),
  delivery: Nullable(DeliverySchema),
})

const listQuery = {
  ...PageQuery,
  type: Type.Optional(Line(200)),
  paymentId: Type.Optional(Line(64)),
}

interface ListQuery {
  type?: string
  paymentId?: string
  state?: DeliveryState
  cursor?: string
  limit?: number
}

/** When it was received, in milliseconds, and its id: an event's id alone does not find it without its merchant. */
const eventCursor = /^(\d{1,14})\.(\P{Cc}{1,200})$/u

async function page(deps: RedeliverDeps, merchantId: EventFilter['merchantId'], query: ListQuery) {
  const { type = null, paymentId = null, state = null, cursor, limit = defaultLimit } = query
  const [, time, id = ''] = eventCursor.exec(readCursor(cursor, eventCursor) ?? '') ?? []
  const after = time === undefined ? null : { receivedAt: new Date(Number(time)), id }
  const rows = await listEvents(deps.db, { merchantId, type, paymentId, state, after, limit: limit + 1 })
  return pageOf(rows, limit, row => `${row.receivedAt.getTime()}.${row.id}`)
}

/** For operators: everything that was recorded, also what belongs to nobody. */
export function operatorEventRoutes(deps: RedeliverDeps): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(
      '/events',
      {
        schema: {
          tags: ['Deliveries'],
          operationId: 'listAllEvents',
          summary: 'List the processor’s events, newest first',
          querystring: Type.Object(
            {
              ...listQuery,
              merchantId: Type.Optional(Line(64)),
              state: Type.Optional(StateField),
            },
            strict,
          ),
          response: { 200: Page(EventSchema), ...problemResponses('invalid_request', 'not_found') },
        },
      },
      async request => page(deps, request.query.merchantId ?? null, request.query),
    )
  }
}

export function merchantEventRoutes(deps: RedeliverDeps & OperationDeps): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(
      '/events',
      {
        schema: {
          tags: ['Events'],
          operationId: 'listEvents',
          summary: 'List your events, newest first',
          querystring: Type.Object(listQuery, strict),
          response: { 200: Page(EventSchema), ...problemResponses('invalid_request', 'too_many_requests') },
        },
      },
      async request => page(deps, merchantOf(request).merchantId, request.query),
    )

    app.post(
      '/events/:id/redeliver',
      {
        schema: {
          tags: ['Events'],
          operationId: 'redeliverEvent',
          summary: 'Have an event sent again',
          description: 'A fresh cycle of nine attempts under the same Svc-Event-Id.',
          headers: IdempotencyHeader,
          params: Type.Object({ id: Line(200) }),
          body: RedeliverBody,
          response: {
            200: DeliverySchema,
            ...problemResponses(
              'invalid_request',
              'not_found',
              'idempotency_conflict',
              'in_progress',
              'invalid_state',
              'too_many_requests',
            ),
          },
        },
      },
      async (request, reply) => {
        const { merchantId } = merchantOf(request)
        const { id } = request.params
        const wanted = {
          merchantId,
          idempotencyKey: idempotencyKeyOf(request),
          body: { id, body: request.body },
          arguments: {},
        }
        const redeliver = useCase('redeliver', () =>
          redeliverEvent(deps, merchantId, id, request.body.force ?? false),
        )
        return sendReply(reply, await runKeyed(deps, redeliver, wanted))
      },
    )
  }
}
