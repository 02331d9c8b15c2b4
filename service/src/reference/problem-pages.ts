import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import { catalogue, type ProblemCode, problems } from '../problems.ts'

/** `type` in every problem points here. */
export const problemPages: FastifyPluginAsyncTypebox = async app => {
  app.get(
    '/problems/:code',
    { schema: { hide: true, params: Type.Object({ code: Type.String({ maxLength: 64 }) }) } },
    async (request, reply) => {
      const { code } = request.params
      if (!isCode(code)) throw problems.notFound('problem')
      return reply
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        )
        .header('cache-control', 'public, max-age=3600')
        .send(page(code))
    },
  )
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(catalogue, code)
}

function page(code: ProblemCode): string {
  const { status, title, meaning, remedy } = catalogue[code]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · svcpay</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
  body { max-width: 40rem; margin: clamp(2rem, 12vh, 8rem) auto; padding: 0 1.5rem }
  h1 { margin: 0 0 1.5rem; font-size: 1.9rem; line-height: 1.2 }
  p.status { margin: 0 0 .4rem; color: color-mix(in srgb, CanvasText 68%, Canvas) }
  h2 { margin: 1.5rem 0 .25rem; font-size: 1rem }
  p { margin: 0 }
  code { font: .92em ui-monospace, monospace }
</style>
<p class="status">${status} · <code>${code}</code></p>
<h1>${title}</h1>
<h2>What it means</h2>
<p>${withCode(meaning)}</p>
<h2>What to do</h2>
<p>${withCode(remedy)}</p>
</html>
`
}

function withCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
