import { vi } from 'vitest'
import { shared } from './vitest.shared.ts'

interface Waiting {
  /** How often to look, in milliseconds. */
  interval?: number
}

/** Every wait of a test ends here if it hangs. */
export const longestWaitMs = shared.expect.poll.timeout

/** `vi.waitFor`, which by default gives up after a second. */
export function waitFor<T>(check: () => T | Promise<T>, waiting: Waiting = {}): Promise<T> {
  return vi.waitFor(check, { timeout: longestWaitMs, ...waiting })
}

/** The same for `vi.waitUntil`. */
export function waitUntil<T>(find: () => T | Promise<T>, waiting: Waiting = {}) {
  return vi.waitUntil(find, { timeout: longestWaitMs, ...waiting })
}
