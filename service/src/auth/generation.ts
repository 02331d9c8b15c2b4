import type { Clock } from '../clock.ts'

/** How long an answer is valid, measured from the question, because the answer may be late. */
const countsMs = 500
const pauseMs = 350
/** After this long without calls, it stops asking. */
const idleMs = 2_000

/**
 * While calls arrive, it keeps asking which generation of identities the database has. Every look-up made after a
 * generation became known is valid until the next one.
 */
export function createGeneration({ clock, read }: { clock: Clock; read(): Promise<string> }) {
  let known: string | null = null
  let untilMs = 0
  let calledMs = 0
  let isAsking = false

  async function ask(): Promise<void> {
    const askedMs = clock.elapsedMs()
    try {
      known = await read()
      untilMs = askedMs + countsMs
    } catch {
      // The look-ups that follow will report the error.
      known = null
    }
    setTimeout(() => {
      isAsking = clock.elapsedMs() - calledMs < idleMs
      if (isAsking) void ask()
    }, pauseMs).unref()
  }

  /** Null if it is currently unknown. */
  return (): string | null => {
    calledMs = clock.elapsedMs()
    if (!isAsking) {
      isAsking = true
      void ask()
    }
    return calledMs < untilMs ? known : null
  }
}
