import { type Static, Type } from '@fastify/type-provider-typebox'
import type { KeyRing } from '../crypto.ts'
import { openEventBody } from '../deliveries/event-body.ts'
import { type RedeliverDeps, redeliverEvent } from '../deliveries/redeliver.ts'
import { DeliverySchema, RedeliverBody } from '../deliveries/schemas.ts'
import { idempotencyKeyOf, sendReply } from '../http/answers/reply.ts'
import { EventIdField, InPath } from '../http/fields.ts'
import { defaultLimit, Page, pageOf, pageUpTo, readParts } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { IdempotencyHeader, problemResponses } from '../http/schemas.ts'
import { callingMerchant } from '../merchants/merchant-auth.ts'
import { MerchantPath } from '../merchants/schemas.ts'
import type { OperationDeps } from '../operations/deps.ts'
import { runKeyed, useCase } from '../operations/run-keyed.ts'
import { existing, problems } from '../problems.ts'
import { type EventPosition, findEventBody, listEvents } from './events.sql.ts'
import { EventPayloadSchema, EventSchema, ListQuery, OperatorQuery } from './schemas.ts'

const shortPagesWith = (filters: string) =>
  `With ${filters}, a page can hold fewer events than \`limit\` and still have a \`nextCursor\`: each page scans at most 5,000.`

/** The time of receipt, in milliseconds, and the id: an id is unique only within a merchant. */
const eventCursor = /^(?<time>\d{1,14})\.(?<id>\P{Cc}{1,200})$/u

async function page({ db }: RedeliverDeps, query: Static<typeof OperatorQuery>) {
  const { cursor, limit = defaultLimit, ...filter } = query
  if (filter.eventId !== undefined && filter.merchantId === undefined) {
    const message = 'is required with eventId'
    throw problems.invalidRequest('The query is not valid.', [{ path: 'merchantId', message }])
  }
  const last = readParts<'time' | 'id'>(cursor, eventCursor)
  const after = last && { receivedAt: new Date(Number(last.time)), id: last.id }
  const { events, resumeAt } = await listEvents(db, { ...filter, after, limit: limit + 1 })
  const positionOf = (event: EventPosition) => `${event.receivedAt.getTime()}.${event.id}`
  return resumeAt ? pageUpTo(events, positionOf(resumeAt)) : pageOf(events, limit, positionOf)
}

/** For operators: everything that was recorded, including events of unknown accounts. */
export function operatorEventRoutes(app: App, deps: RedeliverDeps & { encryptionKeys: KeyRing }): void {
  app.get('/events', {
    operationId: 'listAllEvents',
    summary: 'List events',
    description: `All events received from the processor, newest first. ${shortPagesWith('`type` or `processor`')}`,
    querystring: OperatorQuery,
    response: { 200: Page(EventSchema), ...problemResponses('not_found') },
    handler: async request => page(deps, request.query),
  })

  app.get('/merchants/:merchantId/events/:eventId', {
    operationId: 'getEventPayload',
    summary: 'Retrieve an event’s payload',
    description: 'The event as the processor sent it, with secrets masked.',
    params: Type.Object({ ...MerchantPath.properties, eventId: InPath(EventIdField, 200) }),
    response: { 200: EventPayloadSchema, ...problemResponses('invalid_state') },
    handler: async request => {
      const { merchantId, eventId } = request.params
      const event = existing(await findEventBody(deps.db, merchantId, eventId), 'event')
      if (event.removedAt) throw problems.bodyRemoved(event.removedAt)
      const body = openEventBody(deps.encryptionKeys, eventId, event.sealedBody)
      return { id: eventId, type: event.type, payload: withoutSecrets(body.toString('utf8')) }
    },
  })
}

/** With a payment's client secret, anyone could pay or read the payment in a browser. */
function withoutSecrets(json: string): unknown {
  return JSON.parse(json, (name, value) =>
    typeof value === 'string' && /secret/.test(name) ? '••••••' : value,
  )
}

export function merchantEventRoutes(app: App, deps: RedeliverDeps & OperationDeps): void {
  app.get('/events', {
    operationId: 'listEvents',
    summary: 'List events',
    description: `Events about your payments and your account, newest first, each with its callback. ${shortPagesWith('`type`')}`,
    querystring: ListQuery,
    response: { 200: Page(EventSchema) },
    handler: async request =>
      page(deps, { ...request.query, merchantId: callingMerchant(request).merchantId }),
  })

  app.post('/events/:id/redeliver', {
    operationId: 'redeliverEvent',
    summary: 'Redeliver an event',
    description:
      'Starts a new cycle of nine attempts to your callback URL, with the same `Svc-Event-Id`. The first is made at once, even if your endpoint keeps failing.',
    headers: IdempotencyHeader,
    params: Type.Object({ id: InPath(EventIdField, 200) }),
    body: RedeliverBody,
    response: {
      200: DeliverySchema,
      ...problemResponses('idempotency_conflict', 'in_progress', 'invalid_state'),
    },
    handler: async (request, reply) => {
      const { merchantId } = callingMerchant(request)
      const { id } = request.params
      const named = { merchantId, idempotencyKey: idempotencyKeyOf(request), traceId: request.id }
      const wanted = { ...named, body: { id, body: request.body }, arguments: {} }
      const redeliver = useCase('redeliver', () =>
        redeliverEvent(deps, merchantId, id, request.body.force ?? false),
      )
      return sendReply(reply, await runKeyed(deps, redeliver, wanted))
    },
  })
}
