const narrow = matchMedia('(max-width: 50rem)')
const menu = document.querySelector('.menu')
const fold = () => menu.toggleAttribute('open', !narrow.matches)
narrow.addEventListener('change', fold)
fold()

/** The base address for the calls of an OpenAPI document: SVC_PUBLIC_URL, or the address that this page came from. */
export const addressOf = api => new URL(api.servers[0].url, location.origin).origin

/** Shows the addresses of the service and of its sandbox in a guide's commands. */
async function showAddresses() {
  const places = document.querySelectorAll('.address, .sandbox-address')
  if (places.length === 0) return
  const response = await fetch('/openapi.json')
  if (!response.ok) return
  const api = await response.json()
  const address = addressOf(api)
  const sandbox = api['x-sandbox']
  for (const place of places) {
    const shown = place.className === 'address' ? address : sandbox
    if (shown) place.textContent = shown
  }
}
showAddresses()

for (const pre of document.querySelectorAll('.page pre')) addCopyButton(pre)

/** Browsers offer the clipboard only to pages loaded over HTTPS or from this machine. */
export function addCopyButton(pre) {
  if (!navigator.clipboard) return
  const block = document.createElement('div')
  block.className = 'block'
  pre.replaceWith(block)
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' })
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  block.append(pre, button)
}

/** Shows one language at a time; without this script, all are shown one after another. */
for (const group of document.querySelectorAll('.tabs')) {
  const panels = [...group.children]
  const list = document.createElement('div')
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', 'Language')
  const tabs = panels.map((panel, i) => {
    const heading = panel.querySelector('h3')
    const tab = Object.assign(document.createElement('button'), {
      type: 'button',
      role: 'tab',
      id: `tab-${heading.id}`,
      textContent: heading.textContent,
    })
    Object.assign(panel, { role: 'tabpanel', id: heading.id })
    panel.setAttribute('aria-labelledby', tab.id)
    heading.remove()
    tab.addEventListener('click', () => choose(i))
    return tab
  })
  const choose = chosen => {
    for (const [i, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(i === chosen))
      tab.tabIndex = i === chosen ? 0 : -1
      panels[i].hidden = i !== chosen
    }
  }
  list.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = (tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length
    choose(next)
    tabs[next].focus()
  })
  const chooseByAddress = () => {
    const named = panels.findIndex(({ id }) => `#${id}` === location.hash)
    if (named >= 0) choose(named)
  }
  list.append(...tabs)
  group.prepend(list)
  choose(0)
  chooseByAddress()
  addEventListener('hashchange', chooseByAddress)
}

const input = document.getElementById('search')
const found = document.getElementById('found')
let entries

input.addEventListener('focus', () => {
  entries ??= readEntries()
})
input.addEventListener('input', async () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean).map(singular)
  entries ??= readEntries()
  const all = await entries
  found.hidden = words.length === 0
  const hits = all
    .map(entry => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 12)
  found.replaceChildren(...hits.map(({ entry }) => hitOf(entry, words)))
  if (hits.length === 0) {
    found.append(
      Object.assign(document.createElement('li'), { className: 'none', textContent: 'Nothing found.' }),
    )
  }
})

/** The guides' passages, and every call of both APIs. */
async function readEntries() {
  const read = async path => await (await fetch(path)).json().catch(() => null)
  const [passages, ...documents] = await Promise.all(
    ['/docs/search.json', '/openapi.json', '/admin/openapi.json'].map(read),
  )
  const calls = documents.flatMap((document, i) =>
    Object.entries(document?.paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, summary, description = '' }]) => ({
        page: i === 0 ? 'API' : 'Operator API',
        heading: summary,
        path: `${i === 0 ? '/docs' : '/docs/admin'}#${operationId}`,
        text: `${method.toUpperCase()} ${path} ${description.replaceAll('`', '')}`,
      })),
    ),
  )
  const address = documents[0] ? addressOf(documents[0]) : location.origin
  const sandbox = documents[0]?.['x-sandbox'] ?? 'http://127.0.0.1:12111'
  const withAddresses = ({ text, ...passage }) => ({
    ...passage,
    text: text.replaceAll('{address}', address).replaceAll('{sandbox-address}', sandbox),
  })
  return [...(passages ?? []).map(withAddresses), ...calls]
}

/** So that `chargebacks` finds `chargeback`. Words are found within longer ones, so the plural is still found. */
const singular = word => (word.length > 3 ? word.replace(/s$/, '') : word)

/** Every word must be there; headings count more. */
function scoreOf({ page, heading, text }, words) {
  const title = `${page} ${heading}`.toLowerCase()
  const body = text.toLowerCase()
  const scores = words.map(word => (title.includes(word) ? 10 : 0) + (body.includes(word) ? 1 : 0))
  return scores.every(score => score > 0) ? scores.reduce((sum, score) => sum + score, 0) : 0
}

function hitOf({ page, heading, path, text }, [word]) {
  // begins with a whole word, some words before the one searched for
  const at = text.lastIndexOf(' ', Math.max(0, text.toLowerCase().indexOf(word) - 60)) + 1
  const link = Object.assign(document.createElement('a'), { href: path })
  const title = Object.assign(document.createElement('strong'), {
    textContent: heading === page ? page : `${page}: ${heading}`,
  })
  const excerpt = Object.assign(document.createElement('small'), {
    textContent: `${at > 0 ? '…' : ''}${text.slice(at, at + 180)}`,
  })
  link.append(title, excerpt)
  link.addEventListener('click', close)
  const item = document.createElement('li')
  item.append(link)
  return item
}

function close() {
  found.hidden = true
  input.value = ''
}

document.addEventListener('keydown', event => {
  const isTyping = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName)
  if (event.key === '/' && !isTyping) {
    event.preventDefault()
    input.focus()
  }
  if (found.hidden) return
  if (event.key === 'Escape') close()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const stops = [input, ...found.querySelectorAll('a')]
  stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus()
})
document.addEventListener('click', ({ target }) => {
  if (!target.closest('search')) found.hidden = true
})
input.addEventListener('keydown', event => {
  if (event.key === 'Enter') found.querySelector('a')?.click()
})
