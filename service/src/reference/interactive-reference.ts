import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** Where the files of Swagger UI are. Its own page is not used: ours has the guide in front. */
const files = '/docs/ui'

export async function addReferenceFiles(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: files,
    uiHooks: { onRequest: (_request, reply) => reply.redirect('/docs') },
  })
  app.get('/docs/reference.js', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  )
}

/** The place of a reference in a page, for the document at `url`. */
export function referenceOf(url: string): string {
  return `<div id="swagger-ui" data-url="${url}"></div>
<script src="${files}/static/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>`
}

export const referenceHead = `<link rel="stylesheet" href="${files}/static/swagger-ui.css">
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
