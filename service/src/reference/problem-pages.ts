import { Type } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../http/routes.ts'
import { page } from '../http/schemas.ts'
import { catalogue, type ProblemCode, problemCodes, problems } from '../problems.ts'
import { sendPage, withCode } from './page.ts'
import type { PageDeps } from './pages.ts'

/** The `type` of every problem points here. */
export function problemPages(app: App, { hasDocs }: PageDeps): void {
  const send = (request: FastifyRequest, reply: FastifyReply, title: string, main: string) =>
    sendPage(reply, { title: `${title} · svcpay`, current: '/problems', hasDocs: hasDocs(request), main })
  app.get('/problems', page, (request, reply) => send(request, reply, 'Problems', listOfAll()))

  app.get(
    '/problems/:code',
    { ...page, params: Type.Object({ code: Type.String({ maxLength: 64 }) }) },
    async (request, reply) => {
      const { code } = request.params
      if (!isCode(code)) throw problems.notFound('problem')
      return await send(request, reply, catalogue[code].title, explanation(code))
    },
  )
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(catalogue, code)
}

function explanation(code: ProblemCode): string {
  const { status, title, meaning, remedy } = catalogue[code]
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
    .sort((a, b) => catalogue[a].status - catalogue[b].status)
    .map(code => {
      const { status, title, meaning } = catalogue[code]
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
