import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { plotsOf } from './plots.js'
import { machineText, markdownTable, number } from './table.js'

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
  const forUsers = `${userTable(results)}\n\n${made}`
  rewrite('README.md', { short: forUsers })
  rewrite('docs/why.md', { short: forUsers.replaceAll('](docs/', '](') })
  rewrite('docs/capacity.md', { capacity: capacityText(results) })
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

const perSecond = ({ sides }) => `${number(sides.service.rate)} a second`
const latencies = ({ figures }) =>
  `${number(figures.p50.value, 2)} ms at the median, ${number(figures.p99.value, 2)} ms at the 99th percentile`

const secondsOf =
  name =>
  ({ figures }) =>
    `${number(figures[name].value, 2)} s`

/** What a user wants to know, without floors and targets. Each row is measured by one bench. */
const userRows = [
  { what: 'Payments created, by 32 clients', id: 'B1', measured: perSecond },
  {
    what: 'Latency added to a payment, at 100 a second and a processor that takes 300 ms',
    id: 'B2',
    measured: latencies,
  },
  { what: 'Payments read, by 64 clients with an API key', id: 'B3', measured: perSecond },
  {
    what: 'Webhooks verified, recorded, applied to their payment, posted and queued',
    id: 'B4',
    measured: perSecond,
  },
  { what: 'Callbacks sent to 50 merchants, each attempt recorded', id: 'B5', measured: perSecond },
  { what: 'First start, until everything is up', id: 'B8', measured: secondsOf('fresh') },
  { what: 'Later starts', id: 'B8', measured: secondsOf('again') },
  { what: 'Memory while idle', id: 'B8', measured: ({ figures }) => `${number(figures.memory.value)} MB` },
  { what: 'From a webhook to the first byte of its callback', id: 'B9', measured: latencies },
]

/** Figures for users, for the README and for those who decide. */
export function userTable(results) {
  const { rate } = capacityOf(results)
  const complete = `| [Complete payments](docs/capacity.md), all their operations included | about ${number(rate)} a second | B1, B3, B4, B5 |`
  const rows = userRows.map(({ what, id, measured }) => {
    const result = results.find(one => one.id === id)
    return `| ${what} | ${measured(result)} | ${id} |`
  })
  return ['| | Measured | Bench |', '| --- | --- | --- |', complete, ...rows].join('\n')
}

/** How often each operation occurs in a complete payment. */
const partsOfPayment = [
  { id: 'B1', times: 1, plural: 'creates' },
  { id: 'B4', times: 3, plural: 'webhooks' },
  { id: 'B5', times: 2, plural: 'callbacks' },
  { id: 'B3', times: 1, plural: 'reads' },
]

/** Complete payments a second on two cores: what the operations of one cost at full load. */
function capacityOf(results) {
  const parts = partsOfPayment.map(part => {
    const { cpuMs, postgresMs, rate } = results.find(({ id }) => id === part.id).sides.service
    return { ...part, ms: cpuMs + postgresMs, postgresMs, rate }
  })
  const sum = of => parts.reduce((total, part) => total + part.times * of(part), 0)
  const ms = sum(part => part.ms)
  return { parts, ms, ofPostgres: sum(part => part.postgresMs) / ms, rate: roundedDown(2000 / ms, 10) }
}

const roundedDown = (value, step) => Math.floor(value / step) * step

export function capacityText(results) {
  const { parts, ms, ofPostgres, rate } = capacityOf(results)
  const terms = parts.map(part => (part.times > 1 ? `${part.times} × ` : '') + number(part.ms))
  const rates = parts.map(part => `${number(part.rate)} ${part.plural}`).join(', ')
  const rows = [1, 2, 4].map(factor => {
    const cells = [`${2 * factor}${factor > 1 ? ' (computed)' : ''}`, rate * factor, (rate * factor) / 2]
    const tenHours = `${number(((rate * factor) / 2) * 0.036, 2)} million`
    return `| ${[...cells.map(cell => (typeof cell === 'number' ? number(cell, 4) : cell)), tenHours].join(' | ')} |`
  })
  return [
    `**A machine with two cores, which also runs PostgreSQL, handles about ${number(rate)} complete payments a second. Plan for ${number(rate / 2)}.**`,
    '',
    'A complete payment is one create, three webhooks, two callbacks and one read. At full load it takes',
    `${terms.join(' + ')} = ${number(ms)} ms of CPU, ${Math.round(ofPostgres * 100)}% of it in PostgreSQL`,
    '([what an operation costs](performance.md#what-an-operation-costs)).',
    '',
    '| Cores, service and PostgreSQL together | Payments a second, at most | Plan for, at half load | In ten hours at half load |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Only operations on two cores were measured (${rates} a second, each alone, with the load generator on the same cores).`,
  ].join('\n')
}
