const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0f6b63"/><path d="M8 11h16M8 16h9M8 21h5" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>`

export function guidePage({ sections, guide, html, headings }) {
  const links = headings
    .filter(({ depth }) => depth === 2)
    .map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
  const contents =
    links.length > 1 ? `<nav class="contents" aria-label="On this page"><ul>${links.join('')}</ul></nav>` : ''
  return layout({ sections, title: guide.title, current: guide.path, main: html, aside: contents })
}

export function indexPage({ sections }) {
  const cards = sections.map(
    ({ name, guides }) =>
      `<h2 class="cards-title">${name}</h2><ul class="cards">${guides
        .map(
          ({ path, title, about }) =>
            `<li><a href="${path}"><strong>${title}</strong>${about[0].toUpperCase()}${about.slice(1)}</a></li>`,
        )
        .join('')}</ul>`,
  )
  const main = `<h1>Take payments with svcpay</h1>
<p class="lead">A payment is one call from your server, a form in the browser, and a signed callback when the money is there.
New here? Begin with the <a href="/docs/quick-start">quick start</a>, or see in <a href="/docs/why">two minutes</a> whether it is for
you.</p>
${cards.join('\n')}
<h2 id="reference">API reference</h2>
<p>Every call of a merchant, and every callback. Machine-readable: <a href="/openapi.json">/openapi.json</a>. Operators have
<a href="/docs/admin">their own</a>; every error has <a href="/problems">its page</a>.</p>
<div id="calls" data-url="/openapi.json" data-credential="API key"></div>`
  return layout({ sections, title: 'Documentation', current: '/docs', main, hasReference: true })
}

export function operatorPage({ sections }) {
  const main = `<h1>Operator API</h1>
<p class="lead">For the platform: merchants and their keys, callbacks and dead letters, payments, the ledger, and who did what.</p>
<p>Send an operator token as <code>Authorization: Bearer</code>. Under <code>npx svcpay up</code> the first one is in
<code>data/operator-token</code>; in production it is <code>SVC_OPERATOR_TOKEN</code>. Give every person a token of their own, with
the lowest role that suffices: a <code>viewer</code> reads, <code>support</code> can also redeliver, capture, refund, cancel, verify the ledger and reconcile without <code>fix</code>, and an
<code>admin</code> can do everything. The <code>svcpay</code> command and the console use the same API.</p>
<p>Every change is in the audit log, with the operator, the client’s address and the <code>traceId</code>; <code>Svc-Actor</code> adds a
note. Errors are as in the merchants’ API, each explained <a href="/problems">on its own page</a>. Machine-readable:
<a href="/admin/openapi.json">/admin/openapi.json</a>.</p>
<div id="calls" data-url="/admin/openapi.json" data-credential="Operator token"></div>`
  return layout({ sections, title: 'Operator API', current: '/docs/admin', main, hasReference: true })
}

export function missingPage({ sections }) {
  const main = `<h1>There is no such page</h1>
<p class="lead">It may have been renamed. Type what you are looking for into the search above, choose a guide from the menu, or begin
at <a href="/docs">the start of the documentation</a>.</p>`
  return layout({ sections, title: 'Page not found', current: '', main })
}

function layout({ sections, title, current, main, aside = '', hasReference = false }) {
  const link = ({ path, title }) =>
    `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${title}</a></li>`
  const reference = [
    { path: '/docs', title: 'Overview and API' },
    { path: '/docs/admin', title: 'Operator API' },
    { path: '/problems', title: 'Problems' },
  ]
  const groups = [{ name: 'Reference', guides: reference }, ...sections].map(
    ({ name, guides }) => `<p>${name}</p><ul>${guides.map(link).join('')}</ul>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · svcpay</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}">
<link rel="stylesheet" href="/docs/site.css">
${hasReference ? '<link rel="stylesheet" href="/docs/reference.css">' : ''}
<script type="module" src="/docs/site.js"></script>
${hasReference ? '<script type="module" src="/docs/reference.js"></script>' : ''}
</head>
<body>
<header class="site"><a class="brand" href="/">${icon}svcpay</a>
<search><input id="search" type="search" placeholder="Search" aria-label="Search the docs" autocomplete="off"><ul id="found" class="found" hidden></ul></search>
</header>
<div class="columns">
<details class="menu"><summary>Menu</summary><nav aria-label="Documentation">${groups.join('')}</nav></details>
<main class="page">
${main}
</main>
${aside}
</div>
</body>
</html>
`
}
