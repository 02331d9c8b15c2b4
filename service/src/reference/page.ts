import type { FastifyReply } from 'fastify'
import { icon, siteHeader, style } from './site.ts'

export interface Page {
  title: string
  /** The path of the entry in the header that is marked as current. */
  current?: string
  /** Whether this port serves the references; without them, the header does not link there. */
  hasDocs: boolean
  main: string
  /** After the text, over the whole width. */
  reference?: { head: string; body: string }
}

const forText =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'"
const forReference =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', page.reference ? forReference : forText)
    .header('cache-control', 'public, max-age=300')
    .send(htmlOf(page))
}

function htmlOf({ title, current = '', hasDocs, main, reference }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}">
<style>${style}</style>
${reference?.head ?? ''}
</head>
<body>
${siteHeader({ current, hasDocs })}
<main class="page">
${main}
</main>
${reference?.body ?? ''}
</body>
</html>
`
}

/** Text of our own catalogue, with `code` marked. */
export function withCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

export function codeBlock(code: string): string {
  const text = code.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<pre tabindex="0"><code>${text}</code></pre>`
}
