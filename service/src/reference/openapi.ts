import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { lazy } from '../http/lazy.ts'

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

interface Addresses {
  publicUrl: string | null
  /** The address of the first sandbox, for the commands in the guides; null with a real processor. */
  sandboxUrl: string | null
}

/** Serves the documents that `npm run openapi` writes. They need no credential, because they contain no secrets. */
export function addOpenApi(app: FastifyInstance, { publicUrl, sandboxUrl }: Addresses): void {
  const serve = (path: string, file: string, changes = {}) => {
    const document = lazy(() => {
      const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
      return Buffer.from(JSON.stringify({ ...JSON.parse(text), ...changes }))
    })
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(document()),
    )
  }
  serve('/openapi.json', 'openapi.json', {
    ...(publicUrl !== null && { servers: [{ url: publicUrl }] }),
    ...(sandboxUrl !== null && { 'x-sandbox': sandboxUrl }),
  })
  serve('/admin/openapi.json', 'openapi-admin.json')
}
