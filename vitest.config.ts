import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'embedded-database',
      'service',
      'sandbox',
      'client',
      'console',
      'examples/shop',
      'examples/till',
      'e2e',
      'bench',
    ],
    // most tests wait for a database, a process or a browser: more of them than cores keeps two cores busy
    maxWorkers: 3,
  },
})
