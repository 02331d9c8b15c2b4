import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { Arrival } from '../http/doors/arrival.ts'
import { routedPath, type Target } from '../http/doors/limits.ts'
import { logFacts, withoutRedaction } from '../http/hooks/request-log.ts'
import { addRawBody } from '../http/input/json-body.ts'
import { Line, Named } from '../http/schemas.ts'
import type { ConnectedDeps } from '../merchants/connected.ts'
import { existing, problems } from '../problems.ts'
import type { Processor } from '../processors/port.ts'
import { type InboxDeps, orphanRestored, receiveEvent } from './receive-event.ts'
import { eventOutcomes } from './record-event.sql.ts'
import { createRefusedWebhooks } from './refused-webhooks.sql.ts'

const bodyLimit = 512 * 1024
const webhookPath = '/webhooks/processor'

const ReceivedSchema = Named('ReceivedWebhook', 'The event was accepted.', {
  received: Type.Boolean({ description: 'The event is recorded' }),
  forwarded: Type.Boolean({
    description:
      'This call queued a callback. False for duplicates, for types that are not forwarded, and without a callback URL.',
  }),
})

const NamePath = Type.Object({
  name: Line(40, { description: 'The processor’s name in `SVC_PROCESSORS`', examples: ['stripe-eu'] }),
})

interface InboxRouteDeps extends InboxDeps, ConnectedDeps {
  registry: Registry
}

export function inboxRoutes(deps: InboxRouteDeps): FastifyPluginAsyncTypebox {
  const received = new Counter({
    name: 'svcpay_webhook_events_total',
    help: 'Webhooks with a valid signature, by outcome; seen: a duplicate',
    labelNames: ['processor', 'outcome'] as const,
    registers: [deps.registry],
  })
  const labelsOf = ({ name }: Processor) => (deps.processors.size === 1 ? {} : { processor: name })
  for (const processor of deps.processors.values())
    for (const outcome of [...eventOutcomes, 'seen']) received.inc({ ...labelsOf(processor), outcome }, 0)
  const noteRefusal = createRefusedWebhooks(deps)
  /** The door (http/doors) has already verified the signature to identify the caller. Injected requests bypass it. */
  const signedBy = ({ raw }: FastifyRequest, body: Buffer) =>
    raw instanceof Arrival && raw.signedBy !== undefined
      ? raw.signedBy
      : signerOf(deps, raw, body, deps.clock.now())?.name
  const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
  const processorOf = ({ params }: FastifyRequest) => {
    const { name = deps.defaultProcessor } = params as { name?: string }
    return existing(deps.processors.get(name) ?? null, 'processor')
  }
  const take = (log: FastifyBaseLogger) => async (request: FastifyRequest) => {
    const processor = processorOf(request)
    const body = bodyOf(request)
    const event = processor.readWebhook(body)
    if (!event) throw problems.invalidRequest('The body is signed, but is not a JSON object.')
    const taken = await receiveEvent(deps, processor, event, body, request.id)
    const { forwarded, outcome, error, restored } = taken
    received.inc({ ...labelsOf(processor), outcome })
    const facts = { eventId: event.id, type: event.type, outcome, forwarded }
    if (restored) request.log.warn({ ...facts, paymentId: restored }, orphanRestored)
    if (error) request.log.error({ ...facts, err: error }, 'could not process an event; it will be retried')
    else if (outcome === 'unread') request.log.warn(facts, 'event of an unknown version or shape')
    else logFacts(log, request, facts, 'event')
    return { received: true, forwarded }
  }
  const schema = {
    tags: ['Processor webhook'],
    description:
      'Called by the processor only, and authenticated by its signature over the raw body. The event is recorded once, applied to the ledger, and forwarded to the merchant’s callback URL.',
    response: { 200: ReceivedSchema },
  }
  const ofDefault = { operationId: 'receiveWebhook', summary: 'Receive the processor’s events' }
  const ofNamed = {
    operationId: 'receiveWebhookOf',
    summary: 'Receive the events of one of several processors',
    params: NamePath,
  }
  return async app => {
    // the signature covers the raw bytes, so nothing may be parsed before it is verified
    addRawBody(app)
    app.addHook('preValidation', async request => {
      const processor = processorOf(request)
      const body = bodyOf(request)
      if (signedBy(request, body) === processor.name) return
      noteRefusal(request, processor, body)
      throw problems.unauthorized()
    })
    const receive = take(withoutRedaction(app.log))
    app.post(webhookPath, { bodyLimit, schema: { ...schema, ...ofDefault } }, receive)
    app.post(`${webhookPath}/:name`, { bodyLimit, schema: { ...schema, ...ofNamed } }, receive)
  }
}

/** The processor whose webhook URL was called, and the webhook's source; null unless that processor signed it. */
export function signerOf(
  { processors, defaultProcessor }: Pick<ConnectedDeps, 'processors' | 'defaultProcessor'>,
  { url = '', headers }: Target,
  body: Buffer,
  now: Date,
): { name: string; source: string } | null {
  const [path = ''] = routedPath(url).split('?', 1)
  const name = path.slice(webhookPath.length + 1) || defaultProcessor
  const source = processors.get(name)?.webhookSource(body, headers, now) ?? null
  return source === null ? null : { name, source }
}
