import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const dir = fileURLToPath(new URL('dist/bundle', import.meta.url))

/** These find files of their own beside themselves. */
const external = ['@fastify/swagger-ui', 'svcpay-embedded-database', /^svcpay-sandbox/]

// The command in a few files: to load its 1,700 modules one by one takes longer than to start the service.
rmSync(dir, { recursive: true, force: true })
await build({
  input: fileURLToPath(new URL('src/main.ts', import.meta.url)),
  platform: 'node',
  external,
  output: { dir, format: 'es', chunkFileNames: '[name]-[hash].js' },
})
