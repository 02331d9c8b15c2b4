import { defineConfig } from 'vitest/config'
import { patience } from '../vitest.shared.ts'

export default defineConfig({
  test: {
    name: 'service',
    globalSetup: 'test/support/global-setup.ts',
    // modules keep no state of their own, so that files can share them: importing the service takes a second
    isolate: false,
    ...patience,
  },
})
