import type { ServerResponse } from 'node:http'
import { type Html, html } from './html.ts'

export interface Page {
  readonly status?: number
  readonly title: string
  readonly body: Html
  /** The page's script. */
  readonly script?: string
  /** Whether pages of other origins may frame it. */
  readonly framed?: boolean
  /** Without the sandbox's bar, for use in a frame. */
  readonly bare?: boolean
  readonly wide?: boolean
  /** Overrides the visitor's preference. */
  readonly theme?: 'light'
}

/** A page, or a redirect. */
export type PageAnswer = Page | { readonly redirect: string }

export function sendPage(res: ServerResponse, answer: PageAnswer): void {
  if ('redirect' in answer) {
    res.writeHead(303, { location: answer.redirect, 'cache-control': 'no-store' }).end()
    return
  }
  const text = documentOf(answer)
  res.writeHead(answer.status ?? 200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'content-security-policy': policy(answer.framed ?? false),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  res.end(text)
}

function policy(framed: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framed ? '*' : "'none'"}`,
  ].join('; ')
}

function documentOf(page: Page): string {
  const { title, body, script, bare = false, wide = false, theme } = page
  const bar = html`<header class="bar">
  <a class="home" href="/">Sandbox</a>
  <span>Test mode: no real money moves</span>
</header>`
  return html`<!doctype html>
<html lang="en"${bare && html` class="bare"`}${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/_sandbox/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/_sandbox/assets/style.css">
${script && html`<script type="module" src="/_sandbox/assets/${script}"></script>`}
</head>
<body>
${!bare && bar}
<main class="${wide ? 'wide' : 'narrow'}">
${script && html`<noscript><p class="alert">This page needs JavaScript.</p></noscript>`}
${body}
</main>
</body>
</html>
`.html
}

/** A page with a message only. */
export function messagePage(status: number, title: string, text: string, framed = false): Page {
  return {
    status,
    title,
    framed,
    body: html`<section class="card state"><h1>${title}</h1><p>${text}</p><p><a href="/">Go to the start page</a></p></section>`,
  }
}
