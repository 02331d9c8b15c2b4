export type Cell = string | number | boolean | null | undefined

/** RFC 4180. */
export function csvOf(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  return csvRows([header, ...rows])
}

export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map(row => `${row.map(csvCell).join(',')}\r\n`).join('')
}

/** An apostrophe keeps a spreadsheet from running a cell that starts like a formula. */
function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell === null || cell === undefined ? '' : String(cell)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
