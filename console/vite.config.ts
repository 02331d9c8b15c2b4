import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bundledPackages, noteBundledPackages } from '../scripts/bundled-packages.js'

/**
 * Has V8 compile the first files while they load, beside the main thread, instead of each function when it is first called.
 * The comment counts only as the first line.
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
    // What two pages use is in one file: a page is opened with a handful of requests instead of dozens.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } } },
  },
  // `npm run dev -w console` beside a running `npm start`: same origin, so that the session's cookie works.
  server: {
    proxy: {
      '/admin': 'http://127.0.0.1:8080',
      '/console/session': 'http://127.0.0.1:8080',
    },
  },
})
