import { Type } from '@fastify/type-provider-typebox'
import type { KeyRing } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import { openEventBody } from '../deliveries/event-body.ts'
import { EventIdField, EventTypeField, InPath } from '../http/fields.ts'
import type { App } from '../http/routes.ts'
import { Named, problemResponses } from '../http/schemas.ts'
import { MerchantPath } from '../merchants/schemas.ts'
import { existing, problems } from '../problems.ts'
import { findEventBody } from './events.sql.ts'

const EventPayloadSchema = Named('EventPayload', 'An event as the processor sent it.', {
  id: EventIdField,
  type: EventTypeField,
  payload: Type.Unknown({
    description: 'As the processor sent it, with secrets masked',
    examples: [{ id: 'evt_1Q0sandbox', object: 'event', type: 'payment_intent.succeeded' }],
  }),
})

/** What the processor sent, for those who investigate. */
export function eventPayloadRoutes(app: App, deps: { db: Db; encryptionKeys: KeyRing }): void {
  app.get(
    '/merchants/:merchantId/events/:eventId',
    {
      tags: ['Events and deliveries'],
      operationId: 'getEventPayload',
      summary: 'Retrieve an event’s payload',
      description: 'What the processor sent, with secrets masked.',
      params: Type.Object({ ...MerchantPath.properties, eventId: InPath(EventIdField, 200) }),
      response: { 200: EventPayloadSchema, ...problemResponses('invalid_state') },
    },
    async request => {
      const { merchantId, eventId } = request.params
      const event = existing(await findEventBody(deps.db, merchantId, eventId), 'event')
      if (event.archivedAt) throw problems.bodyArchived(event.archivedAt)
      const body = openEventBody(deps.encryptionKeys, eventId, event.sealedBody)
      return { id: eventId, type: event.type, payload: withoutSecrets(body.toString('utf8')) }
    },
  )
}

/** With a payment's client secret, anyone could pay or read the payment in a browser. */
function withoutSecrets(json: string): unknown {
  return JSON.parse(json, (name, value) =>
    typeof value === 'string' && /secret/.test(name) ? '••••••' : value,
  )
}
