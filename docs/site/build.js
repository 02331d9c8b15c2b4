import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderGuide } from './guide.js'
import { guidePage, indexPage, missingPage, operatorPage } from './pages.js'

const docs = fileURLToPath(new URL('..', import.meta.url))
const dist = join(docs, 'dist')
const sections = readSections()
const guides = sections.flatMap(({ guides }) => guides)

/** The table of contents in README.md is the navigation of the site too. */
function readSections() {
  const parts = readFileSync(join(docs, 'README.md'), 'utf8').split(/^\*\*(.+)\*\*$/m)
  return parts.flatMap((name, i) => (i % 2 === 1 ? [{ name, guides: guidesIn(parts[i + 1]) }] : []))
}

function guidesIn(table) {
  return [...table.matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+?) \|$/gm)].map(([, title, file, about]) => {
    const name = file.replace(/(\/README)?\.md$/, '')
    return { title, file, about, name, path: `/docs/${name}` }
  })
}

function write(path, content) {
  mkdirSync(dirname(join(dist, path)), { recursive: true })
  writeFileSync(join(dist, path), content)
}

rmSync(dist, { recursive: true, force: true })
const found = []
for (const guide of guides) {
  const { html, headings, passages } = renderGuide(
    readFileSync(join(docs, guide.file), 'utf8'),
    guide,
    guides,
  )
  write(`${guide.name}.html`, guidePage({ sections, guide, html, headings }))
  found.push(...passages)
}
write('index.html', indexPage({ sections }))
write('admin.html', operatorPage({ sections }))
write('404.html', missingPage({ sections }))
write('search.json', JSON.stringify(found))
for (const file of ['site.css', 'site.js', 'reference.css', 'reference.js']) {
  cpSync(join(docs, 'site', file), join(dist, file))
}
cpSync(join(docs, 'images'), join(dist, 'images'), { recursive: true })
