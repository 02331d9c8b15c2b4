import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['service', 'sandbox', 'e2e'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
