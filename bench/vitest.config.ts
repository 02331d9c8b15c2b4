import { defineConfig } from 'vitest/config'
import { shared } from '../vitest.shared.ts'

export default defineConfig({
  test: {
    name: 'bench',
    ...shared,
  },
})
