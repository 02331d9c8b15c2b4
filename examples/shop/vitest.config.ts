import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'shop',
    globalSetup: '../../service/test/support/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
