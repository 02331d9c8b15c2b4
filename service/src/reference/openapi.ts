import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { lazy } from '../http/lazy.ts'
import { documentedProblems, problemCodesOf } from '../http/schemas.ts'
import type { ProblemCode } from '../problems.ts'
import { openApiDocuments } from './documents.ts'
import { addReferenceFiles } from './interactive-reference.ts'
import { problemExample } from './problem-examples.ts'
import { securitySchemes } from './texts.ts'

const merchantKey = [{ apiKey: [] }, { bearer: [] }]
const operatorToken = [{ operatorToken: [] }]

/** Serves both OpenAPI documents. Neither needs a credential: they show nothing secret. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', components: { securitySchemes } },
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`) },
    transform: ({ schema, url, route }) => ({
      schema: {
        ...schema,
        response: responsesOf(schema, url, String(route.method)),
        security: securityOf(url),
      },
      url,
    }),
  })
  // Written when first asked for: it takes as long as the rest of the start.
  const written = lazy(() => {
    const { merchant, operator } = openApiDocuments(app)
    return {
      merchant: Buffer.from(JSON.stringify(merchant)),
      operator: Buffer.from(JSON.stringify(operator)),
    }
  })
  for (const [path, audience] of [
    ['/openapi.json', 'merchant'],
    ['/admin/openapi.json', 'operator'],
  ] as const) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(written()[audience]),
    )
  }
  addReferenceFiles(app)
}

/** What the route names, and what is answered before the route is reached. */
function responsesOf(schema: FastifySchema | undefined, url: string, method: string) {
  const responses = Object.entries((schema?.response ?? {}) as Record<string, object>)
  const codes = responses.flatMap(([, response]) => problemCodesOf(response))
  return {
    ...Object.fromEntries(responses.filter(([status]) => Number(status) < 400)),
    ...documentedProblems([...codes, ...problemsBefore(url, method)], problemExample),
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

function securityOf(url: string) {
  if (url.startsWith('/v1/')) return merchantKey
  return url.startsWith('/admin/') || url === '/metrics' ? operatorToken : []
}
