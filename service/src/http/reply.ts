import type { FastifyReply, FastifyRequest } from 'fastify'

interface WrittenReply {
  body: string
  replayed: boolean
  /** To be called once the answer has left. */
  acknowledge?: () => Promise<void>
}

/** The body was written once, by the operation; it leaves as it is. */
export function sendReply(reply: FastifyReply, { body, replayed, acknowledge }: WrittenReply): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (acknowledge) {
    reply.raw.once('finish', () => {
      acknowledge().catch(error => reply.log.warn({ err: error }, 'an answer could not be acknowledged'))
    })
  }
  return reply.code(200).type('application/json; charset=utf-8').serializer(String).send(body)
}

export function idempotencyKeyOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  return (request.headers['idempotency-key'] as string | undefined) ?? null
}
