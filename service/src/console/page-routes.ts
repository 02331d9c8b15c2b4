import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Type } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { builtPages, sendFile } from '../http/answers/files.ts'
import { cookieOf } from '../http/caller/credentials.ts'
import type { App } from '../http/routes.ts'
import { page } from '../http/schemas.ts'
import { problems } from '../problems.ts'
import { cookieName, isPortalSession } from './sessions.ts'

/** `npm run build` puts the pages beside this manifest, in the repository and in an installed package. */
const manifest = createRequire(import.meta.url).resolve('svcpay-console/package.json')
const builtConsole = join(dirname(manifest), 'dist')

/** Vite puts a digest of the content into these names. */
const hashed = /^assets\/.+-[\w-]{8}\.\w+$/

interface PageDeps {
  folder?: string | undefined
  portalEmbedders: readonly string[]
  /** Whether the request came through the port that only merchants use. */
  isPublic(request: FastifyRequest): boolean
}

export function pageRoutes(app: App, deps: PageDeps): void {
  const { folder = builtConsole, portalEmbedders, isPublic } = deps
  const pages = builtPages(folder, 'console')

  const send = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const files = await pages()
    const file = files.get(path)
    if (file && path !== 'index.html') {
      const caching = hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
      return await sendFile(request, reply, file, caching)
    }
    // a path that looks like a file must be one; every other path is a route of the app
    const index = files.get('index.html')
    if (!index || /\.\w+$/.test(path)) throw problems.notFound('path')
    // The page learns which kind of session the browser sent, so that it can request its data at once.
    const cookie = cookieOf(request, cookieName)
    const sent = cookie === undefined ? 'none' : isPortalSession(cookie) ? 'portal' : 'operator'
    const kind = sent === 'operator' && isPublic(request) ? 'none' : sent
    if (isPublic(request) && kind === 'none' && path !== 'portal') return reply.redirect('/console/portal')
    const html = (await index.bodies.identity()).toString('utf8')
    // True for a portal's link and every page of a portal, never for a page on which an operator is signed in.
    const isPortal = kind === 'portal' || (kind === 'none' && path === 'portal')
    const embedders = isPortal ? portalEmbedders : []
    if (embedders.length > 0) reply.removeHeader('x-frame-options')
    return reply
      .type(index.type)
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policyFor(embedders))
      .send(html.replace('name="session" content="unknown"', `name="session" content="${kind}"`))
  }

  app.get('/console', { ...page, handler: (request, reply) => send(request, reply, '') })
  app.get('/console/*', {
    ...page,
    params: Type.Object({ '*': Type.String({ maxLength: 1000 }) }),
    handler: (request, reply) => send(request, reply, request.params['*']),
  })
}

/** The console creates no style or script elements at run time, so nothing inline has to be allowed. */
const policyFor = (embedders: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `frame-ancestors ${embedders.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
