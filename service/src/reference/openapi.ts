import type { FastifyInstance } from 'fastify'
import { lazy } from '../http/lazy.ts'
import { type DocumentedRoute, openApiDocuments } from './documents.ts'

declare module 'fastify' {
  /** Properties of a route that only the documents use. */
  interface FastifySchema {
    hide?: boolean
    operationId?: string
    summary?: string
    description?: string
    tags?: readonly string[]
  }
}

/** Serves both OpenAPI documents. Neither needs a credential, because they contain no secrets. */
export function addOpenApi(app: FastifyInstance, publicUrl: string | null): void {
  const routes: DocumentedRoute[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema && !schema.hide && method !== 'HEAD') routes.push({ method: String(method), url, schema })
  })
  // Built on first use, because it takes as long as the rest of the start.
  const documents = lazy(() => {
    const { merchant, operator } = openApiDocuments(routes, publicUrl)
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
      reply.type('application/json; charset=utf-8').send(documents()[audience]),
    )
  }
}
