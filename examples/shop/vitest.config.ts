import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.shared.ts'

export default defineConfig({
  test: {
    name: 'shop',
    globalSetup: '../../service/test/support/global-setup.ts',
    ...shared,
  },
})
