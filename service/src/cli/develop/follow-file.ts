import { open, stat } from 'node:fs/promises'

const askEveryMs = 200

/**
 * Prints what `read` makes of the last lines of a file, and then of each new line, until the returned function is
 * called. A file that was begun anew is read anew.
 */
export async function followFile(
  file: string,
  options: { earlier: number; read: (line: string) => string | null; print: (text: string) => void },
): Promise<() => void> {
  let position = 0
  let rest = ''
  const readOn = async (): Promise<string[]> => {
    const { size } = await stat(file)
    if (size < position) position = 0
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - position), { position })
      position += bytesRead
      const lines = (rest + buffer.toString('utf8', 0, bytesRead)).split('\n')
      rest = lines.pop() ?? ''
      return lines.map(options.read).filter(text => text !== null)
    } finally {
      await handle.close()
    }
  }
  const earlier = await readOn()
  for (const text of options.earlier === 0 ? [] : earlier.slice(-options.earlier)) options.print(text)
  let reading = false
  const timer = setInterval(() => {
    if (reading) return
    reading = true
    readOn()
      .then(lines => lines.forEach(options.print))
      .catch(() => {}) // away while it is begun anew
      .finally(() => {
        reading = false
      })
  }, askEveryMs)
  return () => clearInterval(timer)
}
