import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { bundledPackages, noteBundledPackages } from '../scripts/bundled-packages.js'

const from = name => fileURLToPath(new URL(name, import.meta.url))

// The command in one file: loading its 200 modules one by one takes longer than starting it.
await build({
  input: from('src/main.ts'),
  platform: 'node',
  plugins: [noteBundledPackages(from(bundledPackages))],
  output: { file: from('dist/bundle/main.js'), format: 'es', comments: false },
})
