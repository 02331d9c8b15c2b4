import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'

/** An append-only file of lines. A line that a crash left incomplete is removed when the file is opened. */
export interface LogFile {
  append(line: string): void
  truncate(): void
  close(): void
  readonly bytes: number
}

export function openLogFile(path: string, onLine: (line: string, number: number) => void): LogFile {
  const fd = openSync(path, 'a+', 0o600)
  let bytes = readLines(fd, onLine)
  if (fstatSync(fd).size > bytes) ftruncateSync(fd, bytes)

  return {
    get bytes() {
      return bytes
    },
    append(line) {
      const data = Buffer.from(`${line}\n`)
      try {
        for (let at = 0; at < data.length; ) at += writeSync(fd, data, at)
      } catch (error) {
        // A full disk must not leave half a line before the next one.
        ftruncateSync(fd, bytes)
        throw error
      }
      bytes += data.length
    },
    truncate() {
      ftruncateSync(fd, 0)
      bytes = 0
    },
    close: () => closeSync(fd),
  }
}

/** Calls back for each whole line and returns where the last one ends. */
function readLines(fd: number, onLine: (line: string, number: number) => void): number {
  const chunk = Buffer.allocUnsafe(1 << 20)
  let rest: Buffer = Buffer.alloc(0)
  let position = 0
  let end = 0
  let number = 0
  for (;;) {
    const read = readSync(fd, chunk, 0, chunk.length, position)
    if (read === 0) return end
    position += read
    let start = 0
    for (
      let newline = chunk.indexOf(10, 0);
      newline !== -1 && newline < read;
      newline = chunk.indexOf(10, start)
    ) {
      const tail = chunk.subarray(start, newline)
      const line = rest.length > 0 ? Buffer.concat([rest, tail]) : tail
      onLine(line.toString('utf8'), ++number)
      end += line.length + 1
      rest = rest.subarray(rest.length)
      start = newline + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(start, read)])
  }
}
