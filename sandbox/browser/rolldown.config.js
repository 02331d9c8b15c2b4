import { fileURLToPath } from 'node:url'
import { defineConfig } from 'rolldown'

const from = name => fileURLToPath(new URL(name, import.meta.url))
const dir = from('../dist/browser')

/** Modules for the pages, and one classic script for the pages of others. */
export default defineConfig([
  ...['checkout', 'next-action', 'onboarding', 'reader', 'element', 'live'].map(name => ({
    input: from(`${name}.ts`),
    output: { file: `${dir}/${name}.js`, format: 'es' },
  })),
  { input: from('stripe-js/index.ts'), output: { file: `${dir}/stripe.js`, format: 'iife' } },
])
