import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '../../problems.ts'
import { RequiredIdempotencyHeader } from '../schemas.ts'

interface WrittenReply {
  body: string
  replayed: boolean
  /** Called once the answer is sent. */
  acknowledge?: () => Promise<void>
}

/** Sends the body exactly as the operation wrote it. */
export function sendReply(reply: FastifyReply, { body, replayed, acknowledge }: WrittenReply): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (acknowledge) {
    reply.raw.once('finish', () => {
      acknowledge().catch(error => reply.log.warn({ err: error }, 'could not acknowledge an answer'))
    })
  }
  return reply.code(200).type('application/json; charset=utf-8').serializer(String).send(body)
}

export function idempotencyKeyOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  return (request.headers['idempotency-key'] as string | undefined) ?? null
}

/** Checks the header once the caller is known, and before the body is read. */
export function requireIdempotencyKey(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const isRequired = request.routeOptions.schema?.headers === RequiredIdempotencyHeader
    const isMissing = isRequired && !request.headers['idempotency-key']
    done(isMissing ? problems.missingHeader('Idempotency-Key') : null, payload)
  })
}
