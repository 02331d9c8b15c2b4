import { Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../http/metrics.ts'
import { appIn } from '../http/routes.ts'
import { Part } from '../http/schemas.ts'
import { addOperatorAuth, type OperatorAuth } from '../operators/operator-auth.ts'
import { shared } from '../patience.ts'
import { problems } from '../problems.ts'
import type { Readiness } from './readiness.ts'

interface OpsDeps extends OperatorAuth {
  readiness: Readiness
  metrics: Metrics
}

const tag = 'Probes and metrics'

export async function addOpsRoutes(app: FastifyInstance, deps: OpsDeps): Promise<void> {
  const routes = appIn(app, tag)
  routes.get('/healthz', {
    operationId: 'health',
    summary: 'Liveness probe',
    description: 'Answers as long as the process runs.',
    response: {
      200: Part('The process runs.', { status: Type.Literal('ok', { description: 'Always `ok`' }) }),
    },
    handler: async () => ({ status: 'ok' as const }),
  })

  routes.get('/readyz', {
    operationId: 'ready',
    summary: 'Readiness probe',
    description:
      'Answers 200 if the database can be written to, has free space and has a schema that this release supports, and the service is neither starting, nor stopping, nor so overloaded that it refuses every request. Otherwise answers 503 with the reason.',
    response: {
      200: Part('The service can take requests.', {
        status: Type.Literal('ready', { description: 'Always `ready`' }),
      }),
    },
    handler: async () => {
      const reason = await deps.readiness.whyNot()
      if (reason !== null) throw problems.unavailable(reason)
      return { status: 'ready' as const }
    },
  })

  const { registry } = deps.metrics
  // collecting queries the database, so simultaneous scrapes share one answer
  const collect = shared(() => registry.metrics())
  const example = 'svcpay_http_requests{door="merchants",state="working"} 3'
  await app.register(async scope => {
    addOperatorAuth(scope, deps)
    appIn(scope, tag).get('/metrics', {
      operationId: 'metrics',
      summary: 'Prometheus metrics',
      description: 'Needs an operator token of any role.',
      response: {
        200: {
          description: 'The metrics, in Prometheus’s text format.',
          content: { 'text/plain': { schema: { type: 'string' }, example } },
        },
      },
      handler: async (_request, reply) =>
        reply
          .type(registry.contentType)
          .serializer(String)
          .send(await collect()),
    })
  })
}
