import { type Static, Type } from '@fastify/type-provider-typebox'
import { type RedeliverDeps, redeliverEvent } from '../deliveries/redeliver.ts'
import { DeliverySchema, deliveryFilters, RedeliverBody } from '../deliveries/schemas.ts'
import { EventIdField, EventTypeField, InPath, MerchantIdField, sample, Text } from '../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageOf, pageUpTo, readCursor } from '../http/paging.ts'
import { idempotencyKeyOf, sendReply } from '../http/reply.ts'
import type { App } from '../http/routes.ts'
import {
  IdempotencyHeader,
  Line,
  Named,
  Nullable,
  problemResponses,
  Strict,
  Timestamp,
} from '../http/schemas.ts'
import { callingMerchant } from '../merchants/merchant-auth.ts'
import type { OperationDeps } from '../operations/kind.ts'
import { runKeyed, useCase } from '../operations/run-keyed.ts'
import { problems } from '../problems.ts'
import { type EventPosition, listEvents } from './events.sql.ts'

export const EventSchema = Named('Event', 'Something that the processor reported.', {
  id: Text('The same as in `Svc-Event-Id`', sample.eventId),
  type: EventTypeField,
  merchantId: MerchantIdField,
  svcPaymentId: Nullable(Text('The payment’s id; null when it is not about a payment', sample.svcPaymentId)),
  createdAt: Timestamp('When it happened at the processor'),
  receivedAt: Timestamp('When svcpay recorded it'),
  outcome: Text(
    'What it did to the payment: `applied`, `unchanged`, `stale` (older than what is known), `unverified` (could not be checked), `ignored` (not about a payment made here), `unread` (not a readable event) or `waiting` (will be tried again)',
    'applied',
  ),
  delivery: Nullable(DeliverySchema, {
    description: 'Its delivery to the callback URL; null when it is not forwarded',
  }),
})

const listQuery = {
  ...PageQuery,
  type: deliveryFilters.type,
  paymentId: Type.Optional(Line(64, { description: 'Only events about this payment' })),
}

const { state, ...filters } = deliveryFilters
const OperatorQuery = Strict({
  ...listQuery,
  ...filters,
  eventId: Type.Optional(Line(200, { description: 'Only the event with this id. Needs `merchantId`, too.' })),
  state,
})

const shortPagesWith = (filters: string) =>
  `With ${filters}, a page can hold fewer events than asked for and still have a \`nextCursor\`: 5,000 are looked through at a time.`

/** The time of receipt, in milliseconds, and the id: without its merchant, the id alone does not find an event. */
const eventCursor = /^(\d{1,14})\.(\P{Cc}{1,200})$/u

async function page({ db }: RedeliverDeps, query: Static<typeof OperatorQuery>) {
  const { cursor, limit = defaultLimit, ...filter } = query
  if (filter.eventId !== undefined && filter.merchantId === undefined) {
    const message = 'is required with eventId'
    throw problems.invalidRequest('The query is not valid.', [{ path: 'merchantId', message }])
  }
  const [, time, id = ''] = eventCursor.exec(readCursor(cursor, eventCursor) ?? '') ?? []
  const after = time === undefined ? null : { receivedAt: new Date(Number(time)), id }
  const { events, resumeAt } = await listEvents(db, { ...filter, after, limit: limit + 1 })
  const positionOf = (event: EventPosition) => `${event.receivedAt.getTime()}.${event.id}`
  return resumeAt ? pageUpTo(events, positionOf(resumeAt)) : pageOf(events, limit, positionOf)
}

/** For operators: everything that was recorded, including events of unknown accounts. */
export function operatorEventRoutes(app: App, deps: RedeliverDeps): void {
  app.get(
    '/events',
    {
      tags: ['Events and deliveries'],
      operationId: 'listAllEvents',
      summary: 'List events',
      description: `All events received from the processor, newest first. ${shortPagesWith('`type` or `processor`')}`,
      querystring: OperatorQuery,
      response: { 200: Page(EventSchema), ...problemResponses('not_found') },
    },
    async request => page(deps, request.query),
  )
}

export function merchantEventRoutes(app: App, deps: RedeliverDeps & OperationDeps): void {
  app.get(
    '/events',
    {
      tags: ['Events'],
      operationId: 'listEvents',
      summary: 'List events',
      description: `What happened to your payments and your account, newest first, each with its callback. ${shortPagesWith('`type`')}`,
      querystring: Strict(listQuery),
      response: { 200: Page(EventSchema) },
    },
    async request => page(deps, { ...request.query, merchantId: callingMerchant(request).merchantId }),
  )

  app.post(
    '/events/:id/redeliver',
    {
      tags: ['Events'],
      operationId: 'redeliverEvent',
      summary: 'Resend an event',
      description:
        'Starts a new cycle of nine attempts to your callback URL, with the same `Svc-Event-Id`. The first is made at once, even if your endpoint keeps failing.',
      headers: IdempotencyHeader,
      params: Type.Object({ id: InPath(EventIdField, 200) }),
      body: RedeliverBody,
      response: {
        200: DeliverySchema,
        ...problemResponses('idempotency_conflict', 'in_progress', 'invalid_state'),
      },
    },
    async (request, reply) => {
      const { merchantId } = callingMerchant(request)
      const { id } = request.params
      const wanted = {
        merchantId,
        idempotencyKey: idempotencyKeyOf(request),
        body: { id, body: request.body },
        traceId: request.id,
        arguments: {},
      }
      const redeliver = useCase('redeliver', () =>
        redeliverEvent(deps, merchantId, id, request.body.force ?? false),
      )
      return sendReply(reply, await runKeyed(deps, redeliver, wanted))
    },
  )
}
