import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { look } from './look.ts'

const description = `Take payments on behalf of merchants: direct charges with a platform fee, manual capture,
refunds, card readers, onboarding, and signed callbacks.

Amounts are integer cents. Errors are \`application/problem+json\`; their \`traceId\` is also in \`X-Correlation-Id\`.`

const merchantKey = [{ apiKey: [] }, { bearer: [] }]
const operatorToken = [{ operatorToken: [] }]

/** The document is made of the route schemas themselves, so it cannot drift from what is validated. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'svcpay',
        version: '1.0.0',
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This instance' }],
      tags: [
        { name: 'Payments', description: 'Create, capture, refund, cancel, retrieve' },
        { name: 'Terminal', description: 'Card readers and where they stand' },
        { name: 'Onboarding', description: 'A merchant’s connected account at the processor' },
        { name: 'Events', description: 'What happened, and sending it again' },
        { name: 'Merchants', description: 'The platform’s customers' },
        { name: 'API keys', description: 'Server-side credentials of a merchant' },
        { name: 'Callback settings', description: 'Where events go and how they are signed' },
        { name: 'Operators’ view', description: 'Payments and figures across merchants' },
        { name: 'Deliveries', description: 'Events in, callbacks out, dead letters' },
        { name: 'Audit log', description: 'What operators did' },
        { name: 'Webhook', description: 'What the processor calls' },
        { name: 'Operations', description: 'Probes and metrics' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'svc_live_…' },
          bearer: { type: 'http', scheme: 'bearer', description: 'The same API key as a bearer token' },
          operatorToken: { type: 'http', scheme: 'bearer', description: 'The operator token' },
        },
      },
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`) },
    transform: ({ schema, url }) => ({ schema: { ...schema, security: securityOf(url) }, url }),
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    ...look,
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true, persistAuthorization: false },
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
  })
}

function securityOf(url: string) {
  if (url.startsWith('/v1/')) return merchantKey
  return url.startsWith('/admin/') || url === '/metrics' ? operatorToken : []
}
