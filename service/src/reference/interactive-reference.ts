import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readPage, sendFile } from '../http/files.ts'
import { lazy } from '../http/lazy.ts'

/** Only the package's files are used: to load its code would cost every start, and the page is our own. */
const folder = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')),
  'static',
)
const files = '/docs/ui'

export function addReferenceFiles(app: FastifyInstance): void {
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    const file = lazy(() => readPage(folder, name))
    app.get(`${files}/${name}`, { schema: { hide: true } }, async (request, reply) =>
      sendFile(request, reply, await file(), 'public, max-age=3600'),
    )
  }
  app.get('/docs/reference.js', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  )
}

/** The place of a reference in a page, for the document at `url`. */
export function referenceOf(url: string): string {
  return `<div id="swagger-ui" data-url="${url}"></div>
<script src="${files}/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>`
}

export const referenceHead = `<link rel="stylesheet" href="${files}/swagger-ui.css">
<style>
#swagger-ui { padding-bottom: 4rem; border-top: 1px solid var(--line) }
.swagger-ui .wrapper { max-width: 70.5rem; padding: 0 20px }
.swagger-ui .info hgroup.main { margin: 0 }
.swagger-ui .information-container .info { margin: 32px 0 8px }
.swagger-ui .info hgroup.main .title { font-size: 30px }
.swagger-ui .info .description, .swagger-ui .info .info__license, .swagger-ui .info .main > a { display: none }
html.dark-mode, html.dark-mode .swagger-ui { background: var(--paper) }
.swagger-ui .scheme-container { padding: 16px 0; box-shadow: none; background: none; border-block: 1px solid var(--line) }
.swagger-ui .webhooks h2 { padding: 0 20px; font-size: 24px }
html.dark-mode .swagger-ui .scheme-container { background: none; box-shadow: none }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 10px }
  .swagger-ui .opblock-tag { flex-wrap: wrap; font-size: 20px }
  .swagger-ui .opblock-tag small { flex-basis: 100%; padding: 0 }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap }
  .swagger-ui .opblock .opblock-summary-method { min-width: 60px }
}
</style>`

/** Follows the system's colours, as the rest of the page does by itself. */
const script = `const place = document.getElementById('swagger-ui')
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
SwaggerUIBundle({
  url: place.dataset.url,
  domNode: place,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  presets: [SwaggerUIBundle.presets.apis],
})
`
