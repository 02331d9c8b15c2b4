#!/usr/bin/env node
import module from 'node:module'

// Node.js 22 and later keep what they compiled, and start sooner the next time.
module.enableCompileCache?.()
await import('../dist/bundle/main.js')
