import type { FastifyReply, FastifyRequest } from 'fastify'

/** The body was written once, by the operation; it leaves as it is. */
export function sendReply(
  reply: FastifyReply,
  { body, replayed }: { body: string; replayed: boolean },
): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(200).type('application/json; charset=utf-8').serializer(String).send(body)
}

export function idempotencyKeyOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  return (request.headers['idempotency-key'] as string | undefined) ?? null
}
