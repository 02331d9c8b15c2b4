type Cell = string | number | boolean | null | undefined

/** Columns wide enough for their content; empty cells as a dash. */
export function table(header: string[], rows: Cell[][]): string {
  const lines = [
    header,
    ...rows.map(row => row.map(cell => (cell === null || cell === undefined ? '–' : `${cell}`))),
  ]
  const widths = header.map((_, column) => Math.max(...lines.map(line => (line[column] ?? '').length)))
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** To the second: what is finer only makes tables wide. */
export function time(timestamp: string | null): string | null {
  return timestamp?.replace(/\.\d+Z$/, 'Z') ?? null
}

/** Names on the left, values aligned on the right. What is undefined is left out. */
export function fields(values: Record<string, Cell>): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value ?? '–'}`).join('\n')
}

/** What stands in each column, by its heading. */
export type Columns<Item> = Record<string, (item: Item) => Cell>

const rowsOf = <Item>(columns: Columns<Item>, items: Item[]) =>
  items.map(item => Object.values(columns).map(cellOf => cellOf(item)))

export function tableOf<Item>(columns: Columns<Item>, items: Item[]): string {
  return table(Object.keys(columns), rowsOf(columns, items))
}

/** RFC 4180; a cell that a spreadsheet would take for a formula is quoted as text. */
export function csvOf<Item>(columns: Columns<Item>, items: Item[]): string {
  const header = Object.keys(columns).map(name => name.toLowerCase())
  return [header, ...rowsOf(columns, items)].map(row => row.map(csvCell).join(',')).join('\r\n')
}

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell === null || cell === undefined ? '' : String(cell)
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** `1 payment`, `2 payments`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
