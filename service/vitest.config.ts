import { defineConfig } from 'vitest/config'
import { shared } from '../vitest.shared.ts'

export default defineConfig({
  test: {
    name: 'service',
    globalSetup: 'test/support/global-setup.ts',
    // these need a cluster: npm run test:citus
    exclude: ['test/citus/**', '**/node_modules/**'],
    ...shared,
  },
})
