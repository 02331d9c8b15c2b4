import { isWithin, targets } from '../targets.js'

/** A row for each target whose figure was measured. */
export function rowsOf(results) {
  return targets.flatMap(target => {
    const figure = results.find(({ id }) => id === target.bench)?.figures[target.figure]
    if (!figure) return []
    return [{ ...target, ...figure, verdict: verdictOf(target, figure) }]
  })
}

/** A result at a smaller scale does not prove that the target is met at its own. */
function verdictOf(target, { value, scale }) {
  const isSmaller = target.scale !== undefined && scale < target.scale
  const word = isWithin(target, value) ? (isSmaller ? 'within' : 'met') : 'missed'
  return isSmaller ? `${word} target at ${number(scale, 9)} (not run at ${number(target.scale, 9)})` : word
}

export function number(value, digits = 3) {
  if (!Number.isFinite(value)) return '–'
  const decimals = value === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(value))))
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.min(decimals, 4) })
}

const withUnit = (value, unit) => `${number(value)}${unit === '×' ? '' : ' '}${unit}`

const spreadOf = ({ spread }) => (spread ? ` ±${Math.round(spread * 100)}%` : '')

export const measuredText = row => `${withUnit(row.value, row.unit)}${spreadOf(row)}`

export const targetText = ({ most, least, unit }) =>
  most === undefined ? `≥ ${withUnit(least, unit)}` : `≤ ${withUnit(most, unit)}`

/** Both sides of a ratio, or the floor's value. */
export function sidesText({ of, to, unit }) {
  if (to === undefined) return ''
  return of === undefined ? `floor ${withUnit(to, unit)}` : `${number(of)} to ${number(to)}`
}

const headings = ['', 'What', 'Measured', '', 'Target', '']
const cells = row => [row.bench, row.name, measuredText(row), sidesText(row), targetText(row), row.verdict]

/** For the terminal. */
export function textTable(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map(line => line[column].length)))
  return lines
    .map(line =>
      line
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const targetTable = results => textTable([headings, ...rowsOf(results).map(cells)])

/** What an operation costs on each side. */
export function costTable(results) {
  const sides = results.flatMap(({ id, sides }) =>
    Object.entries(sides).map(([name, side]) => [id, name, ...costs(side)]),
  )
  return textTable([
    [
      '',
      'Side',
      'Operations',
      'Failed',
      'Rate',
      '',
      'CPU',
      'PostgreSQL',
      'Statements',
      'Commits',
      'Allocated',
      'p50',
      'p99',
    ],
    ...sides,
  ])
}

function costs({
  operations,
  failed = 0,
  rate,
  rateSpread,
  cpuMs,
  postgresMs,
  statements,
  commits,
  allocatedKb,
  latency,
}) {
  const optional = (value, unit) =>
    value === undefined || Number.isNaN(value) ? '' : `${number(value)}${unit}`
  return [
    number(operations, 9),
    failed > 0 ? number(failed, 9) : '',
    optional(rate, '/s'),
    rateSpread === undefined ? '' : `±${Math.round(rateSpread * 100)}%`,
    optional(cpuMs, ' ms'),
    optional(postgresMs, ' ms'),
    optional(statements, ''),
    optional(commits, ''),
    optional(allocatedKb, ' kB'),
    optional(latency?.p50, ' ms'),
    optional(latency?.p99, ' ms'),
  ]
}

export function markdownTable(results) {
  const line = cells => `| ${cells.join(' | ')} |`
  const rows = rowsOf(results).map(row => line(cells(row)))
  return [line(headings), line(headings.map(() => '---')), ...rows].join('\n')
}

export function machineText({ cpu, cores, memoryGb, system, node, postgres, fsyncMs, loadBefore }) {
  const machine = `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node.js ${node.slice(1)}, PostgreSQL ${postgres}`
  return `${machine}; an fsync took ${number(fsyncMs, 2)} ms, load before the run ${number(loadBefore, 2)}`
}
