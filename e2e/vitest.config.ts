import { defineConfig } from 'vitest/config'
import { shared } from '../vitest.shared.ts'

export default defineConfig({
  test: {
    name: 'e2e',
    globalSetup: 'support/global-setup.ts',
    ...shared,
  },
})
