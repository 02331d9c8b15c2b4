import { PassThrough, type Readable } from 'node:stream'
import { Type } from '@fastify/type-provider-typebox'
import type { App } from '../http/routes.ts'
import { problems } from '../problems.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Change } from './changes.sql.ts'

interface StreamRequest {
  /** Identifies the reader; the number of streams per reader is limited. */
  reader: string
  merchantId: string | null
  /** The last event received on an earlier connection that broke. */
  lastEventId: string | undefined
  isStillAllowed(): Promise<boolean>
}

type Streams = ReturnType<typeof createStreams>

const atMost = 200
const perReader = 10
const checkEveryMs = 1000
const commentEveryMs = 15_000
/** A client that stops reading is disconnected. */
const unreadBytes = 256 * 1024

export function createStreams(feed: ChangeFeed) {
  const open = new Map<PassThrough, string>()

  const countOf = (reader: string) => [...open.values()].filter(one => one === reader).length

  return {
    open({ reader, merchantId, lastEventId = '', isStillAllowed }: StreamRequest): Readable {
      if (open.size >= atMost || countOf(reader) >= perReader) throw problems.tooManyStreams(perReader)
      const stream = new PassThrough()
      const write = (text: string) => {
        if (stream.writableEnded) return
        stream.write(text)
        if (stream.readableLength + stream.writableLength > unreadBytes) stream.destroy()
      }
      const send = (changes: Change[]) => {
        const own = changes.filter(change => merchantId === null || change.merchantId === merchantId)
        if (own.length > 0) write(own.map(lineOf).join(''))
      }
      const check = async () => {
        if (!(await isStillAllowed().catch(() => true))) stream.end()
      }
      open.set(stream, reader)
      write('retry: 2000\n\n')
      const unfollow = feed.follow(send)
      const checking = setInterval(check, checkEveryMs).unref()
      const commenting = setInterval(write, commentEveryMs, ': still here\n\n').unref()
      stream.once('close', () => {
        open.delete(stream)
        unfollow()
        clearInterval(checking)
        clearInterval(commenting)
      })
      const since = /^\d{1,14}$/.test(lastEventId) ? new Date(Number(lastEventId)) : null
      const missed = since ? feed.missedSince(since) : Promise.resolve([])
      missed.then(send).catch(() => stream.end())
      return stream
    },
    endAll(): void {
      for (const stream of open.keys()) stream.end()
    },
  }
}

function lineOf(change: Change): string {
  const { attempts: _, ...data } = change
  return `id: ${change.at.getTime()}\nevent: ${change.kind}\ndata: ${JSON.stringify(data)}\n\n`
}

const example = `id: 1769860800000
event: payment
data: {"kind":"payment","id":"svcpay_01jd3k5v8xemw9g6t2q4r7y0zb","merchantId":"mer_01jd3k5v8xemw9g6t2q4r7y0zb","svcPaymentId":"svcpay_01jd3k5v8xemw9g6t2q4r7y0zb","status":"succeeded","at":"2026-01-31T12:00:00.000Z"}
`

const resumesAfter = 'The id of the last event received; the stream resumes after it'

export function streamRoutes(app: App, { streams }: { streams: Streams }): void {
  app.get('/stream', {
    operationId: 'stream',
    summary: 'Follow changes as they happen',
    description:
      'Sends server-sent events: one for each `payment`, `event` and `delivery` that changed. Read the object itself for its details. After a broken connection, send `Last-Event-ID` to receive what you missed in the last five minutes; a change can then arrive twice. The stream ends when the token or session is revoked.',
    headers: Type.Object({
      'last-event-id': Type.Optional(Type.String({ maxLength: 100, description: resumesAfter })),
    }),
    response: {
      200: {
        description: 'Changes, until either side closes the connection',
        content: {
          'text/event-stream': { schema: Type.Unsafe<Readable>({ type: 'string' }), example },
        },
      },
    },
    handler: async (request, reply) => {
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
  })
}
