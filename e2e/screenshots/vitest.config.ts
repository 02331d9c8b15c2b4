import { defineConfig } from 'vitest/config'

/** Not among the tests: `npm run screenshots` runs it. */
export default defineConfig({
  test: {
    name: 'screenshots',
    include: ['take.ts'],
    globalSetup: '../support/global-setup.ts',
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
})
