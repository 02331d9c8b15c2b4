#!/usr/bin/env node
import module from 'node:module'

// Node.js 22 and later cache compiled code, so the next start is faster.
module.enableCompileCache?.()
await import('../dist/bundle/main.js')
