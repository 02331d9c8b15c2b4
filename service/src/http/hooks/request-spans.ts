import type { FastifyInstance, FastifyRequest } from 'fastify'
import { current, type Span } from '../../tracing/span.ts'
import type { Tracer } from '../../tracing/tracer.ts'
import { isProbe } from '../doors/limits.ts'

/** Opens one span per request, the parent of everything it does. Probes and metrics have none. */
export function addRequestSpans(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id: traceId, routeOptions } = request
    if (isProbe(request)) return done()
    const route = routeOptions.url ?? 'unknown'
    const { traceparent } = request.headers
    const span = tracer.startRequest(`${method} ${route}`, { traceparent, traceId })
    span.set({ 'http.request.method': method, 'http.route': route, 'svcpay.trace_id': traceId })
    spans.set(request, span)
    current.run(span, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode))
    span?.end()
    done()
  })
}
