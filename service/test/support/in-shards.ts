import { afterAll, beforeAll, describe } from 'vitest'

/** Of databases of which the service takes its own for a cluster's. */
const ofShards = 'in_shards'

/** Modules outlive a file, so that this is what the running suite wants. */
let chosen: string | undefined

/** The database that those of the running suite are cloned from. */
export const templateOfSuite = () => chosen ?? 'template'

/**
 * Suites that run on one PostgreSQL, once more in the way of a cluster: a sample that reaches each statement of which
 * there is one for a cluster. They are files like the others, because a project of their own would have workers of its
 * own, each of which loads the service again.
 */
export function runInShards(...suites: string[]): void {
  describe.each(suites)('%s in shards', async suite => {
    beforeAll(() => {
      chosen = ofShards
    })
    const { pathname } = new URL(`../${suite}.test.ts`, import.meta.url)
    // by another name, because under its own a worker may have loaded it already
    await import(/* @vite-ignore */ `${pathname}?in-shards`)
    afterAll(() => {
      chosen = undefined
    })
  })
}
