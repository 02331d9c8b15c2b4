import { open, stat } from 'node:fs/promises'

const askEveryMs = 200

interface Followed {
  stop(): void
}

/** Prints the last lines of a file that are wanted, and then each new line. A file that was begun anew is read anew. */
export async function followFile(
  file: string,
  options: { earlier: number; wanted: (line: string) => boolean; print: (line: string) => void },
): Promise<Followed> {
  let position = 0
  let rest = ''
  const readOn = async (): Promise<string[]> => {
    const { size } = await stat(file)
    if (size < position) position = 0
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(size - position),
        0,
        size - position,
        position,
      )
      position += bytesRead
      const lines = (rest + buffer.toString('utf8', 0, bytesRead)).split('\n')
      rest = lines.pop() ?? ''
      return lines
    } finally {
      await handle.close()
    }
  }
  const earlier = (await readOn()).filter(options.wanted)
  for (const line of options.earlier === 0 ? [] : earlier.slice(-options.earlier)) options.print(line)
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
  return { stop: () => clearInterval(timer) }
}
