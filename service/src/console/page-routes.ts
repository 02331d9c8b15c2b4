import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '../problems.ts'
import { encodingFor, type PageFile, readPages } from './files.ts'

/** Where `npm run build` puts the pages: in the repository, and in an installed package. */
const manifest = createRequire(import.meta.url).resolve('svcpay-console/package.json')
export const builtPages = join(dirname(manifest), 'dist')

/** Vite puts a digest of the content into these names. */
const hashed = /^assets\/.+-[\w-]{8}\.\w+$/

export function pageRoutes({
  folder = builtPages,
}: {
  folder?: string | undefined
}): FastifyPluginAsyncTypebox {
  let reading: Promise<Map<string, PageFile> | null> | null = null

  /** Read once they are there; until then every request looks again. */
  const pages = async () => {
    reading ??= readPages(folder)
    const found = await reading
    if (found) return found
    reading = null
    throw problems.unavailable('The console is not built. Run npm run build.', 60)
  }

  const send = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const files = await pages()
    const file = files.get(path)
    if (file && path !== 'index.html') return await sendFile(request, reply, file)
    // what looks like a file is one or nothing; every other path is a place within the app
    const index = files.get('index.html')
    if (!index || /\.\w+$/.test(path)) throw problems.notFound('path')
    return await sendIndex(reply, index)
  }

  return async app => {
    app.get('/console', { schema: { hide: true } }, (request, reply) => send(request, reply, ''))
    app.get(
      '/console/*',
      { schema: { hide: true, params: Type.Object({ '*': Type.String({ maxLength: 1000 }) }) } },
      (request, reply) => send(request, reply, request.params['*']),
    )
  }
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: PageFile) {
  const encoding = encodingFor(file, request.headers['accept-encoding'])
  const lasting = hashed.test(file.path) ? 'public, max-age=31536000, immutable' : 'no-cache'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .type(file.type)
    .header('vary', 'accept-encoding')
    .header('cache-control', lasting)
    .send(await file.body(encoding))
}

/** The page learns the nonce from its own head, for the few styles that it makes while it runs. */
async function sendIndex(reply: FastifyReply, index: PageFile) {
  const nonce = randomBytes(16).toString('base64url')
  const html = (await index.body('identity')).toString('utf8')
  return reply
    .type(index.type)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policy(nonce))
    .send(html.replace('<head>', `<head><meta name="csp-nonce" content="${nonce}" />`))
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}
