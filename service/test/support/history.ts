import type { History } from '../../src/history/history.ts'

/** A database that has never been restored. */
export const completeHistory: History = {
  incompleteSince: async () => null,
  listingsOf: () => new Map(),
}
