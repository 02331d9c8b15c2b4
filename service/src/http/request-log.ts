import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** One line a request. Headers, bodies and query strings stay out of it: they carry secrets. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.always && reply.statusCode < 400) return
    logRequest(request, reply)
  })
}

export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'request',
  )
}
