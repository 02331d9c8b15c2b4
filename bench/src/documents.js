import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { plotsOf } from './plots.js'
import { machineText, markdownTable, measuredText, number, rowsOf, targetText } from './table.js'

const pathTo = name => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const shown = ['latency.svg', 'growth.svg']

/** Rewrites the figures in the documentation. */
export function writeDocuments({ command, machine, date, results }) {
  const made = `\`${command}\` on ${date.slice(0, 10)}: ${machineText(machine)}.`
  rewrite('docs/performance.md', {
    table: markdownTable(results),
    machine: made,
    costs: costsInMarkdown(results),
  })
  rewrite('README.md', { short: `${shortTable(results)}\n\n${made}` })
  const plots = plotsOf(results)
  for (const name of shown) writeFileSync(pathTo(`docs/images/${name}`), plots[name])
}

function rewrite(path, parts) {
  const before = readFileSync(pathTo(path), 'utf8')
  const after = Object.entries(parts).reduce((text, [name, part]) => replaceBetween(text, name, part), before)
  writeFileSync(pathTo(path), after)
}

/** Replaces the text between `<!-- bench:name -->` and `<!-- /bench:name -->`. */
export function replaceBetween(text, name, part) {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`there is no place for ${name}`)
  return `${text.slice(0, from + open.length)}\n${part}\n${text.slice(to)}`
}

function costsInMarkdown(results) {
  const rows = results.flatMap(({ id, sides }) =>
    Object.entries(sides)
      .filter(([, { cpuMs, rate }]) => cpuMs !== undefined && rate !== undefined)
      .map(([name, { rate, cpuMs, postgresMs, statements, commits }]) =>
        [id, name, ...[rate, cpuMs, postgresMs, statements, commits].map(value => number(value))].join(' | '),
      ),
  )
  return [
    '| | Side | Rate/s | CPU of the process, ms | CPU of PostgreSQL, ms | Statements | Commits |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(row => `| ${row} |`),
  ].join('\n')
}

const scaleText = row => (row?.scale === undefined ? '' : ` (${number(row.scale, 9)})`)

/** A row for each bench, with all of its figures: a selection could hide a missed target. */
export function shortTable(results) {
  const rows = rowsOf(results)
  const figure = row => `${row.name}: ${measuredText(row)} (${targetText(row)})`
  const lines = results.map(({ id, title }) => {
    const own = rows.filter(({ bench }) => bench === id)
    const met = own.filter(({ verdict }) => verdict === 'met').length
    const scale = scaleText(own[0])
    return `| ${id} | ${title}${scale} | ${own.map(figure).join('<br>')} | ${met} of ${own.length} |`
  })
  return ['| | | Measured (target) | Met |', '| --- | --- | --- | --- |', ...lines].join('\n')
}
