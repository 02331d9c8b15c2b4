import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Type } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { builtPages, sendFile } from '../http/answers/files.ts'
import type { App } from '../http/routes.ts'
import { page } from '../http/schemas.ts'
import { problems } from '../problems.ts'

/** `npm run build` puts the guides and the reference beside this manifest. */
const manifest = createRequire(import.meta.url).resolve('svcpay-docs/package.json')
export const builtDocs = join(dirname(manifest), 'dist')

export interface PageDeps {
  /** Whether the port that this request came through serves the documentation. */
  hasDocs(request: FastifyRequest): boolean
}

/** The pages for people who open the service in a browser. */
export function pages(app: App, { hasDocs }: PageDeps): void {
  const docs = builtPages(builtDocs, 'documentation')
  const send = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const files = await docs()
    const file = files.get(path) ?? files.get(path === '' ? 'index.html' : `${path}.html`)
    const missing = isBrowser(request) ? files.get('404.html') : undefined
    reply.header('content-security-policy', policy)
    if (file) return await sendFile(request, reply, file, 'public, max-age=300')
    if (missing) return await sendFile(request, reply.code(404), missing, 'no-store')
    throw problems.notFound('path')
  }
  app.get('/', {
    ...page,
    handler: (request, reply) => reply.redirect(hasDocs(request) ? '/docs' : '/problems'),
  })
  app.get('/docs', { ...page, handler: (request, reply) => send(request, reply, '') })
  app.get('/docs/*', {
    ...page,
    params: Type.Object({ '*': Type.String() }),
    handler: (request, reply) => send(request, reply, request.params['*'].replace(/\/$/, '')),
  })
}

const isBrowser = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

const policy =
  "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
