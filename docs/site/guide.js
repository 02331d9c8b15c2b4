import { posix } from 'node:path'
import { Marked } from 'marked'

/** A guide as HTML, its headings, and its passages for the search. */
export function renderGuide(text, guide, guides) {
  const slugs = new Set()
  const headings = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const id = slugOf(plain(html), slugs)
        if (depth > 1) headings.push({ id, depth, text: plain(html) })
        return `<h${depth} id="${id}">${html}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens)
        const target = targetOf(href, guide, guides)
        return target
          ? `<a href="${target}">${html}</a>`
          : `<span title="${href} in the repository">${html}</span>`
      },
      image: ({ href, text }) => {
        const path = `/docs/${posix.join(posix.dirname(guide.file), href)}`
        const image = `<img src="${path}" alt="${text}">`
        // a picture in light colors has one in dark colors beside it
        if (!path.endsWith('-light.png')) return image
        const dark = path.replace('-light.png', '-dark.png')
        return `<picture><source media="(prefers-color-scheme: dark)" srcset="${dark}">${image}</picture>`
      },
      code: ({ text, lang }) =>
        `<pre tabindex="0" data-language="${lang ?? ''}"><code>${withAddress(escaped(text))}</code></pre>\n`,
      // Long names break where their words end.
      codespan: ({ text }) =>
        `<code>${withAddress(escaped(text), part => part.replace(/[._/:,](?=\w)|[a-z](?=[A-Z])/g, '$&<wbr>'))}</code>`,
      table(token) {
        const row = (cells, tag) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join(' ')}</tr>`
        const head = token.header.some(({ text }) => text !== '')
        return `<div class="scroll" tabindex="0"><table>${head ? `<thead>${row(token.header, 'th')}</thead>` : ''}<tbody>${token.rows
          .map(cells => row(cells, 'td'))
          .join('\n')}</tbody></table></div>\n`
      },
    },
  })
  const html = partsOf(marked.lexer(text))
    .map(part => (part.tabs ? tabs(part.tabs.map(tab => marked.parser(tab))) : marked.parser(part.tokens)))
    .join('')
  return { html, headings, passages: passagesOf(html, guide) }
}

/** Sections of the third level that show the same program in different languages become tabs. */
function partsOf(tokens) {
  const parts = []
  for (const token of tokens) {
    if (parts.length === 0 || (token.type === 'heading' && token.depth <= 3)) parts.push([])
    parts.at(-1).push(token)
  }
  const languageOf = ([heading, ...rest]) => {
    const blocks = rest.filter(({ type }) => type === 'code')
    return heading.depth === 3 && blocks.length === 1 ? blocks[0].lang : null
  }
  const grouped = []
  for (const part of parts) {
    const last = grouped.at(-1)
    if (languageOf(part) && last?.tabs) last.tabs.push(part)
    else grouped.push(languageOf(part) ? { tabs: [part] } : { tokens: part })
  }
  return grouped.flatMap(group =>
    group.tabs && new Set(group.tabs.map(languageOf)).size < 3
      ? group.tabs.map(tokens => ({ tokens }))
      : [group],
  )
}

const tabs = parts => `<div class="tabs">${parts.map(html => `<section>${html}</section>`).join('')}</div>`

/** Marks the addresses of the service and the sandbox, which the page replaces with the reader's own (site.js). */
const withAddress = (html, ofRest = part => part) =>
  html
    .split(/(http:\/\/127\.0\.0\.1:(?:8080(?=\/(?:v1|docs)\b|')|12111))/)
    .map((part, i) => (i % 2 === 1 ? `<span class="${classOf(part)}">${part}</span>` : ofRest(part)))
    .join('')

const classOf = address => (address.endsWith(':12111') ? 'sandbox-address' : 'address')

/** Null for files that are only in the repository. */
function targetOf(href, guide, guides) {
  if (/^(https?:|#|\/)/.test(href)) return href
  const [file, hash] = href.split('#')
  const path = posix.join(posix.dirname(guide.file), file)
  const target = path === 'README.md' ? '/docs' : guides.find(each => each.file === path)?.path
  return target ? `${target}${hash ? `#${hash}` : ''}` : null
}

/** As in the repository's own pages, so that links to a heading work in both. */
function slugOf(text, taken) {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
  let slug = base
  for (let n = 1; taken.has(slug); n++) slug = `${base}-${n}`
  taken.add(slug)
  return slug
}

/** For the search's excerpts, in which site.js shows the reader's own addresses, too. */
const withPlaceholders = html => html.replace(/<span class="((?:sandbox-)?address)">[^<]*<\/span>/g, '{$1}')

/** The text under each heading. */
function passagesOf(html, { title, path }) {
  return html.split(/(?=<h[1-3] id=)/).map(part => {
    const [, id, heading] = part.match(/^<h\d id="([^"]*)">(.*?)<\/h\d>/) ?? []
    const text = plain(withPlaceholders(part.replace(/^<h\d.*?<\/h\d>/, '')))
      .replace(/\s+/g, ' ')
      .trim()
    return { page: title, heading: plain(heading ?? title), path: id ? `${path}#${id}` : path, text }
  })
}

const plain = html =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
