import { Type } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { builtPages, sendFile } from '../http/files.ts'
import type { App } from '../http/routes.ts'
import { page } from '../http/schemas.ts'
import { problems } from '../problems.ts'
import { builtDocs, sendPage } from './page.ts'

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
  app.get('/', page, async (request, reply) => {
    const here = hasDocs(request)
    return await sendPage(reply, { title: 'svcpay', hasDocs: here, main: home(here) })
  })
  app.get('/docs', page, (request, reply) => send(request, reply, ''))
  app.get('/docs/*', { ...page, params: Type.Object({ '*': Type.String() }) }, (request, reply) =>
    send(request, reply, request.params['*'].replace(/\/$/, '')),
  )
}

const isBrowser = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

const policy =
  "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

const withDocs = [
  ['/docs', 'Documentation', 'Guides from a first payment to production, and every API call to try out.'],
  ['/docs/quick-start', 'Quick start', 'A first payment with curl, the command line and TypeScript.'],
  ['/docs/admin', 'Operator API', 'Merchants, keys, deliveries, the ledger and the audit log.'],
  ['/openapi.json', 'OpenAPI documents', 'For code generators: /openapi.json and /admin/openapi.json.'],
] as const
const always = [['/problems', 'Problems', 'What each error means, and what to do about it.']] as const

function home(hasDocs: boolean): string {
  const cards = [...(hasDocs ? withDocs : []), ...always].map(
    ([path, name, text]) => `<li><a href="${path}"><strong>${name}</strong>${text}</a></li>`,
  )
  return `<h1>A payments API for platforms</h1>
<p class="lead">This is svcpay: payments on behalf of merchants, card readers, onboarding, and signed callbacks.</p>
<ul class="cards">
${cards.join('\n')}
</ul>`
}
