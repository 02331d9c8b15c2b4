import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.shared.ts'

/** Not among the tests: `npm run bench:console` runs it. */
export default defineConfig({
  test: {
    name: 'speed',
    include: ['measure.ts'],
    globalSetup: '../support/global-setup.ts',
    ...shared,
    testTimeout: 600_000,
  },
})
