import type { Readable } from 'node:stream'
import { Type } from '@fastify/type-provider-typebox'
import type { App } from '../http/routes.ts'
import { problems } from '../problems.ts'
import type { Streams } from './streams.ts'

const example = `id: 1769860800000
event: payment
data: {"kind":"payment","id":"svcpay_01jd3k5v8xemw9g6t2q4r7y0zb","merchantId":"mer_01jd3k5v8xemw9g6t2q4r7y0zb","svcPaymentId":"svcpay_01jd3k5v8xemw9g6t2q4r7y0zb","status":"succeeded","at":"2026-01-31T12:00:00.000Z"}
`

const whereToGoOn = 'The id of the last line that arrived: the stream goes on after it'

export function streamRoutes(app: App, { streams }: { streams: Streams }): void {
  app.get(
    '/stream',
    {
      tags: ['Overview'],
      operationId: 'stream',
      summary: 'Follow changes as they happen',
      description:
        'Server-sent events: one for each `payment`, `event` and `delivery` that changed. Read the object itself for its details. Send `Last-Event-ID` after a broken connection to receive what was missed in the last five minutes; a change can then arrive twice. The stream ends when the token or session is revoked.',
      headers: Type.Object({
        'last-event-id': Type.Optional(Type.String({ maxLength: 100, description: whereToGoOn })),
      }),
      response: {
        200: {
          description: 'Changes, until either side closes the connection',
          content: {
            'text/event-stream': { schema: Type.Unsafe<Readable>({ type: 'string' }), example },
          },
        },
      },
    },
    async (request, reply) => {
      const { operator, isStillAllowed } = request
      if (!operator || !isStillAllowed) throw problems.unauthorized()
      const { operatorId, merchantId, name } = operator
      const stream = streams.open({
        reader: operatorId ?? merchantId ?? name,
        merchantId,
        lastEventId: request.headers['last-event-id'],
        isStillAllowed,
      })
      reply.raw.once('close', () => stream.destroy())
      return reply
        .type('text/event-stream')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(stream)
    },
  )
}
