import { vi } from 'vitest'
import { shared } from './vitest.shared.ts'

interface Waiting {
  /** How often to look, in milliseconds. */
  interval?: number
}

/** The limit of every wait in a test; only hanging waits reach it. */
export const longestWaitMs = shared.expect.poll.timeout

/** `vi.waitFor`, which by default gives up after a second. */
export function waitFor<T>(check: () => T | Promise<T>, waiting: Waiting = {}): Promise<T> {
  return vi.waitFor(check, { timeout: longestWaitMs, ...waiting })
}

/** The same for `vi.waitUntil`. */
export function waitUntil<T>(find: () => T | Promise<T>, waiting: Waiting = {}) {
  return vi.waitUntil(find, { timeout: longestWaitMs, ...waiting })
}
