import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DocumentedRoute, openApiDocuments } from '../../openapi/documents.ts'
import { useService } from '../support/service.ts'

const routes: DocumentedRoute[] = []

function collectRoutes(created: unknown): void {
  const { fastify } = created as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url, schema }) => {
    if (schema && !schema.hide && method !== 'HEAD') routes.push({ method: String(method), url, schema })
  })
}

/** Fastify announces a new instance before any route is added. */
const channel = 'fastify.initialization'
beforeAll(() => subscribe(channel, collectRoutes))
useService()
afterAll(() => void unsubscribe(channel, collectRoutes))

it('the committed OpenAPI documents describe the routes (if not: npm run openapi)', async () => {
  const { merchant, operator } = openApiDocuments(routes)
  const written = (document: object) => `${JSON.stringify(document, null, 2)}\n`
  await expect(written(merchant)).toMatchFileSnapshot('../../openapi.json')
  await expect(written(operator)).toMatchFileSnapshot('../../openapi-admin.json')
})
