import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.shared.ts'

/** Not among the tests: `npm run test:widths` runs it. */
export default defineConfig({
  test: {
    name: 'widths',
    include: ['check.ts'],
    globalSetup: '../support/global-setup.ts',
    ...shared,
  },
})
