import { EventEmitter } from 'node:events'

/** A time by which a call over undici and its whole answer must be done. */
export interface Deadline {
  /** Ends the call once it is connected; until then undici does not heed it. */
  signal: EventEmitter
  /** The work, or the error once the time is over, whatever the work still waits for. */
  orElse<Value>(work: Promise<Value>): Promise<Value>
  /** To be called when the answer is read. */
  end(): void
}

/** Undici's own timeouts are for parts of a call, and up to half a second late. */
export function startDeadline(timeoutMs: number, error: () => Error): Deadline {
  const signal = new EventEmitter()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(error())
      signal.emit('abort')
    }, timeoutMs)
  })
  late.catch(() => {})
  return {
    signal,
    orElse: work => Promise.race([work, late]),
    end: () => clearTimeout(timer),
  }
}
