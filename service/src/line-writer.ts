import { fstatSync, write, writeSync } from 'node:fs'

/** Calls back with the text that could not be written. */
type Output = (text: string, done: (unwritten: string | Buffer) => void) => void

const maxWaiting = 1024 * 1024
const patienceMs = 1000
/** Lines that arrive within this time are written together, because each write is expensive. */
const gatherMs = 5

/** Writes lines in the background. Lines that cannot be written are dropped and counted: a log must not block. */
export function createLineWriter(fd: number) {
  const output = fd === 1 && isPipe(fd) ? toStandardOutput() : toFile(fd)
  let waiting = ''
  let isWriting = false
  let dropped = 0
  let whenIdle = () => {}

  function send(): void {
    if (isWriting) return
    if (waiting === '') {
      whenIdle()
      return
    }
    isWriting = true
    const text = waiting
    waiting = ''
    output(text, unwritten => {
      isWriting = false
      dropped += linesIn(unwritten)
      send()
    })
  }

  function writeAtExit(): void {
    try {
      for (let rest = Buffer.from(waiting); rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest))
    } catch {
      // the process is ending, so nothing can report the count
    }
  }
  process.once('exit', writeAtExit)

  return {
    dropped: () => dropped,
    write(line: string): void {
      if (waiting.length + line.length > maxWaiting) {
        dropped += linesIn(line)
        return
      }
      if (waiting === '' && !isWriting) setTimeout(send, gatherMs)
      waiting += line
    },
    /** Waits for the last line, but not for an output that accepts nothing. */
    async end(): Promise<void> {
      const idle = new Promise<void>(resolve => {
        whenIdle = resolve
        setTimeout(resolve, patienceMs)
      })
      send()
      await idle
    },
  }
}

function isPipe(fd: number): boolean {
  const kind = fstatSync(fd)
  return kind.isFIFO() || kind.isSocket()
}

/** Node writes to pipes without a thread. A thread waiting for a reader would keep the process from ending. */
function toStandardOutput(): Output {
  const { stdout } = process
  // each write reports that the reader has gone; the same error as an unhandled event would end the process
  if (stdout.listenerCount('error') === 0) stdout.on('error', () => {})
  return (text, done) => void stdout.write(text, error => done(error ? text : ''))
}

function toFile(fd: number): Output {
  let isTorn = false
  return (text, done) => {
    const bytes = Buffer.from(isTorn ? `\n${text}` : text)
    const writeFrom = (start: number) =>
      write(fd, bytes, start, (error, count) => {
        const next = start + count
        // a full disk may cut a line short, and the next line must not continue it
        if (next > 0) isTorn = bytes[next - 1] !== newline
        if (error || next === bytes.length) done(bytes.subarray(next))
        else writeFrom(next)
      })
    writeFrom(0)
  }
}

const newline = '\n'.charCodeAt(0)

function linesIn(text: string | Buffer): number {
  return text.length === 0 ? 0 : String(text).split('\n').length - 1
}
