export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f6b63"/><path d="M8 11h16M8 16h9M8 21h5" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>`

const links = [
  { path: '/docs', name: 'Guide and API', isDocs: true },
  { path: '/docs/admin', name: 'Operator API', isDocs: true },
  { path: '/problems', name: 'Problems', isDocs: false },
]

export function siteHeader({ current, hasDocs }: { current: string; hasDocs: boolean }): string {
  const entries = links
    .filter(link => hasDocs || !link.isDocs)
    .map(({ path, name }) => `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${name}</a>`)
  return `<header class="site"><a class="brand" href="/">${icon.replace('<svg ', '<svg aria-hidden="true" ')}svcpay</a><nav aria-label="Documentation">${entries.join('')}</nav></header>`
}

/** The console's colours. Text starts where the header and the reference do, and no line is too long to read. */
export const style = `
:root { --ink: #1c1f24; --soft: #5d636e; --line: #dedcd4; --paper: #fff; --panel: #f5f4f0; --accent: #0f6b63; color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceef1; --soft: #a3a9b4; --line: #30343c; --paper: #121417; --panel: #1b1e23; --accent: #58cdb8 }
}
header.site { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.75rem; padding: .8rem max(1.25rem, calc(50vw - 34rem));
  border-bottom: 1px solid var(--line); background: var(--paper); font: 15px/1.5 system-ui, sans-serif }
header.site a { color: var(--soft); text-decoration: none }
header.site a:hover, header.site a[aria-current] { color: var(--ink) }
header.site a[aria-current] { font-weight: 600 }
header.site .brand { display: flex; align-items: center; gap: .55rem; font-weight: 700; font-size: 17px; color: var(--ink) }
header.site .brand svg { width: 24px; height: 24px }
header.site nav { display: flex; flex-wrap: wrap; gap: .1rem 1.25rem }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px }
header.site, header.site *, .page, .page * { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.65 system-ui, sans-serif }
.page { max-width: 70.5rem; margin: 0 auto; padding: clamp(1.75rem, 6vh, 4rem) 1.25rem 5rem }
.page > * { max-width: 52rem }
.page > .cards { max-width: none }
.page h1 { margin: 0 0 .75rem; font-size: clamp(1.7rem, 5vw, 2.2rem); line-height: 1.2; letter-spacing: -.015em; text-wrap: balance }
.page h2 { margin: 2.75rem 0 .5rem; font-size: 1.3rem; line-height: 1.3; scroll-margin-top: 1rem }
.page p, .page ul, .page ol { margin: .6rem 0 }
.page ul, .page ol { padding-left: 1.35rem }
.page li { margin: .2rem 0 }
.page .lead { font-size: 1.1rem; color: var(--soft) }
.page a { color: var(--accent); text-underline-offset: .18em }
.page code { font: .89em ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
.page :not(pre) > code { padding: .1em .35em; border-radius: 5px; background: var(--panel) }
.page pre { margin: .9rem 0; padding: .9rem 1.1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); line-height: 1.55 }
.page pre code { overflow-wrap: normal }
.page .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .9rem; margin: 2rem 0; padding: 0; list-style: none }
.page .cards a { display: block; height: 100%; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: 12px; color: var(--soft); text-decoration: none }
.page .cards a:hover { border-color: var(--accent) }
.page .cards strong { display: block; margin-bottom: .15rem; color: var(--ink) }
.page .toc { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin: 1.25rem 0 0 }
.scroll { overflow-x: auto }
.page table { width: 100%; border-collapse: collapse; font-size: .95rem }
.page th, .page td { padding: .6rem .9rem .6rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
.page th { font-size: .8rem; font-weight: 600; color: var(--soft) }
.page td:first-child { font-variant-numeric: tabular-nums }
.page .eyebrow { margin: 0 0 .3rem; color: var(--soft) }
`
