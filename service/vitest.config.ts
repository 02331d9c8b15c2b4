import { defineConfig } from 'vitest/config'
import { shared } from '../vitest.shared.ts'

export default defineConfig({
  test: {
    name: 'service',
    globalSetup: 'test/support/global-setup.ts',
    ...shared,
  },
})
