import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { lazy } from '../http/lazy.ts'
import type { App } from '../http/routes.ts'
import { page } from '../http/schemas.ts'
import { catalog, type ProblemCode, problemCodes, problems } from '../problems.ts'
import { builtDocs, type PageDeps } from './pages.ts'

/** Inlined into the page, because not every port serves the documentation. */
const style = lazy(() => readFile(join(builtDocs, 'site.css'), 'utf8').catch(() => ''))

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'"

/** The `type` of every problem points here. */
export function problemPages(app: App, { hasDocs }: PageDeps): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, title: string, main: string) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'public, max-age=300')
      .send(pageWith(title, main, hasDocs(request), await style()))
  app.get('/problems', {
    ...page,
    handler: (request, reply) => send(request, reply, 'Problems', listOfAll()),
  })

  app.get('/problems/:code', {
    ...page,
    params: Type.Object({ code: Type.String({ maxLength: 64 }) }),
    handler: async (request, reply) => {
      const { code } = request.params
      if (!isCode(code)) throw problems.notFound('problem')
      return await send(request, reply, catalog[code].title, explanation(code))
    },
  })
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(catalog, code)
}

function explanation(code: ProblemCode): string {
  const { status, title, meaning, remedy } = catalog[code]
  return `<p class="eyebrow">${status} · <code>${code}</code></p>
<h1>${title}</h1>
<h2>What it means</h2>
<p>${withCode(meaning)}</p>
<h2>What to do</h2>
<p>${withCode(remedy)}</p>
<p><a href="/problems">All problems</a></p>`
}

function listOfAll(): string {
  const rows = [...problemCodes]
    .sort((a, b) => catalog[a].status - catalog[b].status)
    .map(code => {
      const { status, title, meaning } = catalog[code]
      return `<tr><td>${status}</td><td><a href="/problems/${code}">${title}</a></td><td>${withCode(meaning)}</td></tr>`
    })
  return `<h1>Problems</h1>
<p class="lead">Every error is <code>application/problem+json</code>: a stable <code>code</code>, a <code>detail</code> about this
request, and a <code>traceId</code> to quote to support.</p>
<div class="scroll"><table>
<thead><tr><th>Status</th><th>Title</th><th>Meaning</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>`
}

/** Turns `code` in backticks into HTML. Only for text from our own catalog. */
function withCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f6b63"/><path d="M8 11h16M8 16h9M8 21h5" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>`

/** Links to the documentation only if this port serves it. */
function pageWith(title: string, main: string, hasDocs: boolean, css: string): string {
  const docs = '<a href="/docs">Documentation</a><a href="/docs/admin">Operator API</a>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · svcpay</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}">
<style>${css}</style>
</head>
<body>
<header class="site"><a class="brand" href="/">${icon.replace('<svg ', '<svg aria-hidden="true" ')}svcpay</a><nav aria-label="Documentation">${hasDocs ? docs : ''}<a href="/problems" aria-current="page">Problems</a></nav></header>
<main class="page">
${main}
</main>
</body>
</html>
`
}
