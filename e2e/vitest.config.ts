import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    globalSetup: 'support/global-setup.ts',
    // The files share nothing but imports, of which two are large.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
