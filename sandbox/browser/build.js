import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const from = name => fileURLToPath(new URL(name, import.meta.url))
const dir = from('../dist/browser')

// Modules for the sandbox's own pages, and one classic script for other sites' pages.
const pages = ['checkout', 'controls', 'dispute', 'next-action', 'onboarding', 'reader', 'element', 'live']
for (const name of pages) {
  await build({ input: from(`${name}.ts`), output: { file: `${dir}/${name}.js`, format: 'es' } })
}
await build({ input: from('stripe-js/index.ts'), output: { file: `${dir}/stripe.js`, format: 'iife' } })
