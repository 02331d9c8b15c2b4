import { afterAll, beforeAll, describe } from 'vitest'

/** The template of databases that the service takes for a cluster's. */
const ofShards = 'in_shards'

/** The template of the running suite. Modules are shared between files, so it is reset after each suite. */
let chosen: string | undefined

/** The database from which the running suite clones its databases. */
export const templateOfSuite = () => chosen ?? 'template'

/**
 * Runs suites again on one PostgreSQL as if it were a cluster: a sample that covers every statement with a variant for
 * clusters. This needs no separate vitest project, whose workers would each load the service again.
 */
export function runInShards(...suites: string[]): void {
  describe.each(suites)('%s in shards', async suite => {
    beforeAll(() => {
      chosen = ofShards
    })
    const { pathname } = new URL(`../${suite}.test.ts`, import.meta.url)
    // under another name, because the worker may have loaded the suite already
    await import(/* @vite-ignore */ `${pathname}?in-shards`)
    afterAll(() => {
      chosen = undefined
    })
  })
}
