import type { Clock } from '../clock.ts'

/** How long an answer is valid, counted from when it was requested, because it may arrive late. */
const validMs = 500
const pauseMs = 350
/** Polling stops after this long without calls. */
const idleMs = 2_000

/**
 * Polls the database for its generation of identities while calls arrive. A look-up made after a generation became
 * known is valid until the next generation.
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
      untilMs = askedMs + validMs
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
