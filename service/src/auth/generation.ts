import type { Clock } from '../clock.ts'

/** An answer counts for so long from when it was asked for, because it may be late. */
const countsMs = 500
const pauseMs = 350
/** Without calls for so long, nothing is asked. */
const idleMs = 2_000

/**
 * Keeps asking which generation of identities the database has, as long as calls come: all that was looked up since one
 * became known is valid until another follows.
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
      // The look-ups that follow from it say what is wrong.
      known = null
    }
    setTimeout(() => {
      isAsking = clock.elapsedMs() - calledMs < idleMs
      if (isAsking) void ask()
    }, pauseMs).unref()
  }

  /** Null if it is not known now. */
  return (): string | null => {
    calledMs = clock.elapsedMs()
    if (!isAsking) {
      isAsking = true
      void ask()
    }
    return calledMs < untilMs ? known : null
  }
}
