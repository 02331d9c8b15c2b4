import { defineConfig } from 'vitest/config'
import { patience } from '../vitest.shared.ts'

export default defineConfig({
  test: {
    name: 'e2e',
    globalSetup: 'support/global-setup.ts',
    // The files share nothing but imports, of which two are large.
    isolate: false,
    ...patience,
  },
})
