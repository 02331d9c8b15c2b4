import type { FastifyRequest } from 'fastify'
import type { Routes } from '../http/routes.ts'
import { guide, operatorGuide } from './guide.ts'
import { referenceHead, referenceOf } from './interactive-reference.ts'
import { sendPage } from './page.ts'

export interface PageDeps {
  /** Whether the port that this request came through serves the references. */
  hasDocs(request: FastifyRequest): boolean
}

/** What a person sees who opens the service in a browser. */
export function pages({ hasDocs }: PageDeps): Routes {
  return app => {
    app.get('/', { schema: { hide: true } }, async (request, reply) => {
      const here = hasDocs(request)
      return sendPage(reply, { title: 'svcpay', hasDocs: here, main: home(here) })
    })

    for (const [path, page] of Object.entries(references)) {
      for (const written of [path, `${path}/`]) {
        app.get(written, { schema: { hide: true } }, async (_request, reply) =>
          sendPage(reply, { ...page, current: path, hasDocs: true }),
        )
      }
    }
  }
}

const references = {
  '/docs': {
    title: 'svcpay API reference',
    main: guide,
    reference: { head: referenceHead, body: referenceOf('/openapi.json') },
  },
  '/docs/admin': {
    title: 'svcpay operator API reference',
    main: operatorGuide,
    reference: { head: referenceHead, body: referenceOf('/admin/openapi.json') },
  },
}

const docs = [
  ['/docs', 'Guide', 'Take a first payment, then read about keys, retries, errors and callbacks.'],
  ['/docs#reference', 'API reference', 'Every call of the merchant API, and every callback. Try them there.'],
  ['/docs/admin', 'Operator API reference', 'Merchants, keys, deliveries, the ledger and the audit log.'],
  ['/openapi.json', 'OpenAPI documents', 'For code generators: /openapi.json and /admin/openapi.json.'],
] as const
const always = [['/problems', 'Problems', 'What each error means, and what to do about it.']] as const

function home(hasDocs: boolean): string {
  const cards = [...(hasDocs ? docs : []), ...always].map(
    ([path, name, text]) => `<li><a href="${path}"><strong>${name}</strong>${text}</a></li>`,
  )
  return `<h1>A payments API for platforms</h1>
<p class="lead">This is svcpay: payments on behalf of merchants, card readers, onboarding, and signed callbacks.</p>
<ul class="cards">
${cards.join('\n')}
</ul>`
}
