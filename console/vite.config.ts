import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundledPackages, noteBundledPackages } from '../scripts/bundled-packages.js'

export default defineConfig({
  base: '/console/',
  plugins: [react(), noteBundledPackages(fileURLToPath(new URL(bundledPackages, import.meta.url)))],
  resolve: {
    alias: { 'react-remove-scroll': fileURLToPath(new URL('src/shell/no-scroll-lock.tsx', import.meta.url)) },
  },
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
      '/console/sessions': 'http://127.0.0.1:8080',
    },
  },
})
