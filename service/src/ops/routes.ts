import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { Metrics } from '../http/metrics.ts'
import { Part } from '../http/schemas.ts'
import { addOperatorAuth, type OperatorAuth } from '../operators/operator-auth.ts'
import { shared } from '../patience.ts'
import { problems } from '../problems.ts'
import { metricsOfAll } from './metrics-of-all.ts'
import type { Readiness } from './readiness.ts'

interface OpsDeps extends OperatorAuth {
  readiness: Readiness
  metrics: Metrics
}

const tags = ['Probes and metrics']
const config = { always: true }

export function opsRoutes(deps: OpsDeps): FastifyPluginAsyncTypebox {
  // collecting asks the database: scrapers that come at once share one answer
  const collect = shared(metricsOfAll(deps.metrics.registry))
  return async app => {
    app.get(
      '/healthz',
      {
        config,
        schema: {
          tags,
          operationId: 'health',
          summary: 'Liveness probe',
          description: 'Answers as long as the process runs.',
          response: {
            200: Part('The process runs.', { status: Type.Literal('ok', { description: 'Always `ok`' }) }),
          },
        },
      },
      async () => ({ status: 'ok' as const }),
    )

    app.get(
      '/readyz',
      {
        config,
        schema: {
          tags,
          operationId: 'ready',
          summary: 'Readiness probe',
          description:
            'Answers 200 when the database can be written to, its schema is one this release works with, and the service is neither starting, stopping nor so overloaded that it refuses every request; otherwise 503 with the reason.',
          response: {
            200: Part('The service can take requests.', {
              status: Type.Literal('ready', { description: 'Always `ready`' }),
            }),
          },
        },
      },
      async () => {
        const reason = await deps.readiness.whyNot()
        if (reason !== null) throw problems.unavailable(reason)
        return { status: 'ready' as const }
      },
    )

    await app.register(async scope => {
      addOperatorAuth(scope, deps)
      scope.get(
        '/metrics',
        {
          config,
          schema: {
            tags,
            operationId: 'metrics',
            summary: 'Prometheus metrics',
            description: 'Needs an operator token of any role.',
            response: {
              200: {
                description: 'The metrics, in Prometheus’s text format.',
                content: {
                  'text/plain': {
                    schema: { type: 'string' },
                    example: 'svcpay_http_requests{door="merchants",state="working"} 3',
                  },
                },
              },
            },
          },
        },
        async (_request, reply) =>
          reply
            .type(deps.metrics.registry.contentType)
            .serializer(String)
            .send(await collect()),
      )
    })
  }
}
