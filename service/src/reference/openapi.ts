import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { problemCodesOf, problemResponses } from '../http/schemas.ts'
import type { ProblemCode } from '../problems.ts'
import { look } from './look.ts'

const description = `Take payments on behalf of merchants: direct charges with a platform fee, manual capture,
refunds, card readers, onboarding, and signed callbacks.

Amounts are integer cents. Errors are \`application/problem+json\`; their \`traceId\` is also in \`X-Correlation-Id\`.
A path that does not exist answers 404, and a method that a path does not have answers 405 with \`Allow\`.

Calls that move or make something take an \`Idempotency-Key\`: the first answer is replayed, byte for byte, with
\`Idempotent-Replayed: true\`. Connection tokens, onboarding links and refreshes give the latest state and ignore it.`

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
        { name: 'Operators', description: 'Who may use the operator API, and for what' },
        { name: 'Console', description: 'Signing in to the console and out of it' },
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
    transform: ({ schema, url, route }) => ({
      schema: {
        ...schema,
        response: responsesOf(schema, url, String(route.method)),
        security: securityOf(url),
      },
      url,
    }),
    transformObject: document => {
      if (!('openapiObject' in document)) return document.swaggerObject
      for (const path of Object.values(document.openapiObject.paths ?? {})) {
        for (const operation of Object.values(path ?? {})) leaveOutWhatMayBe(operation)
      }
      return document.openapiObject
    },
  })
  let document = Buffer.alloc(0)
  app.addHook('onReady', async () => {
    document = Buffer.from(JSON.stringify(app.swagger()))
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  )
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    ...look,
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true, persistAuthorization: false },
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
  })
}

/** What the route names, and what is answered before the route is reached. */
function responsesOf(schema: FastifySchema | undefined, url: string, method: string) {
  const responses = Object.entries((schema?.response ?? {}) as Record<string, object>)
  const named = responses.flatMap(([, response]) => problemCodesOf(response))
  return {
    ...Object.fromEntries(responses.filter(([status]) => Number(status) < 400)),
    ...problemResponses(...named, ...problemsBefore(url, method)),
  }
}

function problemsBefore(url: string, method: string): ProblemCode[] {
  const security = securityOf(url)
  const needsCredentials = security.length > 0 || url.startsWith('/webhooks/')
  return [
    'invalid_request',
    'internal_error',
    'unavailable',
    ...(needsCredentials ? (['unauthorized'] as const) : []),
    ...(url.includes('/:') ? (['not_found'] as const) : []),
    ...(security.length > 0 ? (['too_many_requests'] as const) : []),
    ...(security === operatorToken ? (['forbidden'] as const) : []),
    ...(security === merchantKey && method !== 'GET' ? (['suspended'] as const) : []),
    ...(method === 'GET' ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
  ]
}

interface DocumentedBody {
  required?: string[]
  properties?: Record<string, { default?: unknown }>
}

/** A field with a default may be left out, and a body without other fields as well. */
function leaveOutWhatMayBe(operation: unknown): void {
  const { requestBody } = operation as {
    requestBody?: { required: boolean; content: Record<string, { schema: DocumentedBody }> }
  }
  const schema = requestBody?.content['application/json']?.schema
  if (!requestBody || !schema) return
  const needed = (schema.required ?? []).filter(name => schema.properties?.[name]?.default === undefined)
  if (needed.length > 0) schema.required = needed
  else delete schema.required
  requestBody.required = needed.length > 0
}

function securityOf(url: string) {
  if (url.startsWith('/v1/')) return merchantKey
  return url.startsWith('/admin/') || url === '/metrics' ? operatorToken : []
}
