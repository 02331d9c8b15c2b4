import { rmSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { bundledPackages, noteBundledPackages } from '../scripts/bundled-packages.js'

const dir = fileURLToPath(new URL('dist/bundle', import.meta.url))
const sources = fileURLToPath(new URL('src/', import.meta.url))

/** Packages that look for files next to their own modules. */
const external = ['svcpay-embedded-database', /^svcpay-sandbox/]

/** Our modules look for files relative to their place in src/, wherever the bundle puts them. */
const standInSources = {
  name: 'stand-in-sources',
  transform(code, id) {
    if (!id.startsWith(sources) || !code.includes('import.meta.url')) return null
    const place = JSON.stringify(relative(dir, id))
    return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
  },
}

// Bundles the command into a few files: loading its 1,700 modules one by one takes longer than starting the service.
rmSync(dir, { recursive: true, force: true })
await build({
  input: fileURLToPath(new URL('src/main.ts', import.meta.url)),
  platform: 'node',
  external,
  plugins: [standInSources, noteBundledPackages(fileURLToPath(new URL(bundledPackages, import.meta.url)))],
  output: { dir, format: 'es', chunkFileNames: '[name]-[hash].js', comments: false },
})
