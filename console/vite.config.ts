import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bundledPackages, noteBundledPackages } from '../scripts/bundled-packages.js'

/**
 * Makes V8 compile the first files off the main thread while they load, instead of each function at its first call. The
 * comment counts only as the first line.
 */
const compileWhileLoading: Plugin = {
  name: 'compile-while-loading',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && (file.isEntry || file.name === 'shared')) {
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      }
    },
  },
}

/** Files used by operators on a merchant's pages, and by the merchant in its portal. */
const ofMerchants =
  /\/pages\/(?:ledger\/(?:period|statement-)|merchants\/(?:callback-|grace-|issue-|key|onboarding-card|readers-|rotate-|suspension-|terminal-|test-))/

/**
 * Code shared by pages is in one file, so that a page loads with a handful of requests instead of dozens. An operator's
 * first page needs no code of a merchant's pages: they have a file of their own.
 */
const groups = [
  { name: 'shared', minShareCount: 2, priority: 2, test: (path: string) => !ofMerchants.test(path) },
  { name: 'merchants', minShareCount: 2, priority: 1, test: ofMerchants },
]

export default defineConfig({
  base: '/console/',
  plugins: [
    react(),
    noteBundledPackages(fileURLToPath(new URL(bundledPackages, import.meta.url))),
    compileWhileLoading,
  ],
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    reportCompressedSize: false,
    // Small files would become data: addresses, which the content security policy refuses for fonts and scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  // `npm run dev -w console` beside a running `npm start`: same origin, so that the session's cookie works.
  server: {
    proxy: {
      '/admin': 'http://127.0.0.1:8080',
      '/console/session': 'http://127.0.0.1:8080',
    },
  },
})
