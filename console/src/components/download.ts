/** Hands a text to the browser as a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** An apostrophe keeps a spreadsheet from running a cell that starts like a formula. */
function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvOf(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [header, ...rows].map(row => `${row.map(cellOf).join(',')}\r\n`).join('')
}
