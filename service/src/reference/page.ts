import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { lazy } from '../http/lazy.ts'

/** `npm run build` puts the guides and the reference beside this manifest. */
const manifest = createRequire(import.meta.url).resolve('svcpay-docs/package.json')
export const builtDocs = join(dirname(manifest), 'dist')
/** Inlined into the page, because not every port serves the documentation. */
const style = lazy(() => readFile(join(builtDocs, 'site.css'), 'utf8').catch(() => ''))

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f6b63"/><path d="M8 11h16M8 16h9M8 21h5" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>`

interface Page {
  title: string
  /** The path of the header entry to mark as current. */
  current?: string
  /** Whether this port serves the documentation; without it, the header does not link there. */
  hasDocs: boolean
  main: string
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'"

export async function sendPage(reply: FastifyReply, page: Page): Promise<FastifyReply> {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'public, max-age=300')
    .send(htmlOf(page, await style()))
}

function htmlOf({ title, current = '', hasDocs, main }: Page, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}">
<style>${style}</style>
</head>
<body>
${siteHeader(current, hasDocs)}
<main class="page">
${main}
</main>
</body>
</html>
`
}

const links = [
  { path: '/docs', name: 'Documentation', isDocs: true },
  { path: '/docs/admin', name: 'Operator API', isDocs: true },
  { path: '/problems', name: 'Problems', isDocs: false },
]

function siteHeader(current: string, hasDocs: boolean): string {
  const entries = links
    .filter(link => hasDocs || !link.isDocs)
    .map(({ path, name }) => `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${name}</a>`)
  return `<header class="site"><a class="brand" href="/">${icon.replace('<svg ', '<svg aria-hidden="true" ')}svcpay</a><nav aria-label="Documentation">${entries.join('')}</nav></header>`
}

/** Turns `code` in backticks into HTML. Only for text from our own catalogue. */
export function withCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
