import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 10

/** Asks until the answer is truthy or the time is up. Returns the last answer either way. */
export async function until<T>(ask: () => T | Promise<T>, timeoutMs = Number.POSITIVE_INFINITY): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer || performance.now() >= deadline) return answer
    await pause(POLL_MS)
  }
}
