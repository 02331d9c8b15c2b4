import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { Arrival } from '../http/doors/arrival.ts'
import { addRawBody } from '../http/json-body.ts'
import { problemResponses } from '../http/schemas.ts'
import { problems } from '../problems.ts'
import type { Processor } from '../processors/port.ts'
import { type InboxDeps, receiveEvent } from './receive-event.ts'
import { signerOf } from './signer.ts'

const bodyLimitBytes = 512 * 1024

const ReceivedSchema = Type.Object(
  {
    received: Type.Boolean({ description: 'The event is recorded' }),
    forwarded: Type.Boolean({
      description:
        'This call queued a callback. False for duplicates, for types that are not forwarded, and without a callback URL.',
    }),
  },
  { title: 'ReceivedWebhook', description: 'The event was accepted.' },
)

export interface InboxRouteDeps extends InboxDeps {
  processors: ReadonlyMap<string, Processor>
  registry: Registry
}

export function inboxRoutes(deps: InboxRouteDeps): FastifyPluginAsyncTypebox {
  const received = new Counter({
    name: 'svcpay_webhook_events_total',
    help: 'Webhooks with a valid signature, by what came of them; seen: a duplicate',
    labelNames: ['outcome'] as const,
    registers: [deps.registry],
  })
  /** The door has looked already, to tell whose turn it is. A request from a test comes through none. */
  const signedBy = ({ raw, headers }: FastifyRequest, body: Buffer) =>
    raw instanceof Arrival && raw.signedBy !== undefined
      ? raw.signedBy
      : signerOf(deps.processors, body, headers, deps.clock.now())?.name
  return async app => {
    // the signature is over the bytes as they came, so nothing may be parsed before it is proven
    addRawBody(app)

    app.post(
      '/webhooks/processor',
      {
        bodyLimit: bodyLimitBytes,
        schema: {
          tags: ['Processor webhook'],
          operationId: 'receiveWebhook',
          summary: 'Receive the processor’s events',
          description:
            'Called by the processor only, and authenticated by its signature over the raw body. The event is recorded once, applied to the ledger, and forwarded to the merchant’s callback URL.',
          response: {
            200: ReceivedSchema,
            ...problemResponses('payload_too_large', 'invalid_request'),
          },
        },
      },
      async request => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const processor = deps.processors.get(signedBy(request, body) ?? '')
        if (!processor) throw problems.unauthorized()
        const event = processor.readWebhook(body)
        if (!event) throw problems.invalidRequest('The body is signed, but is not a JSON object.')
        const { forwarded, outcome, error } = await receiveEvent(deps, processor, event, body, request.id)
        received.inc({ outcome })
        const facts = { eventId: event.id, type: event.type, outcome, forwarded }
        if (error) request.log.error({ ...facts, err: error }, 'event could not be taken in; it is retried')
        else if (outcome === 'unread') request.log.warn(facts, 'event of an unknown version or shape')
        else request.log.info(facts, 'event')
        return { received: true, forwarded }
      },
    )
  }
}
