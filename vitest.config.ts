import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['service', 'sandbox', 'client', 'examples/shop', 'e2e'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
