import { type Cell, csvOf } from '../csv.ts'

/**
 * Characters that a terminal obeys instead of showing: control characters, and marks that change the direction of text.
 * Line breaks and tabs are allowed.
 */
const obeyed = /(?!\r?\n|\t)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Writes every such character in the form `\u001b`, which means the same in JSON. */
export const visible = (text: string) => text.replaceAll(obeyed, escaped)

const shown = (cell: Cell) =>
  cell === null || cell === undefined ? '–' : visible(`${cell}`).replaceAll(/[\r\n\t]/g, escaped)

/** Columns wide enough for their content; empty cells as a dash. */
export function table(header: string[], rows: Cell[][]): string {
  const lines = [header, ...rows.map(row => row.map(shown))]
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

/** To the second: more precision only makes tables wide. */
export function time(timestamp: string | null): string | null {
  return timestamp?.replace(/\.\d+Z$/, 'Z') ?? null
}

/** One line per field; the values are aligned. Omits undefined values. */
export function fields(values: Record<string, Cell>): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}`).join('\n')
}

export type Columns<Item> = Record<string, (item: Item) => Cell>

const rowsOf = <Item>(columns: Columns<Item>, items: Item[]) =>
  items.map(item => Object.values(columns).map(cellOf => cellOf(item)))

export function tableOf<Item>(columns: Columns<Item>, items: Item[]): string {
  return table(Object.keys(columns), rowsOf(columns, items))
}

/** Has no line break at the end, because printing adds one. */
export function csvOfItems<Item>(columns: Columns<Item>, items: Item[]): string {
  const header = Object.keys(columns).map(name => name.toLowerCase())
  return csvOf(header, rowsOf(columns, items)).trimEnd()
}

/** `1 payment`, `2 payments`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
