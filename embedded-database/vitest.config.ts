import { defineConfig } from 'vitest/config'
import { shared } from '../vitest.shared.ts'

export default defineConfig({
  test: { name: 'embedded-database', globalSetup: 'test/global-setup.ts', ...shared },
})
