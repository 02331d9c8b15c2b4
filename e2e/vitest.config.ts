import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    globalSetup: 'support/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
