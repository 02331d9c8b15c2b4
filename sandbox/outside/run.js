// Runs a public test suite, from a clone of its repository, against the sandbox:
//   npm run outside -w sandbox -- <suite> <path>
// Only the host, the keys and names that a newer API version has changed are adapted.
import { startSandbox } from '../dist/index.js'
import { localstripe } from './localstripe.js'
import { recordings } from './recordings.js'
import { createReport } from './report.js'
import { stripeCli } from './stripe-cli.js'
import { stripeNode } from './stripe-node.js'

const suites = { localstripe, recordings, 'stripe-cli': stripeCli, 'stripe-node': stripeNode }

const [name, path] = process.argv.slice(2)
const suite = Object.hasOwn(suites, name ?? '') ? suites[name] : undefined
if (!suite || path === undefined) {
  const list = Object.keys(suites).join(', ')
  process.stderr.write(`usage: npm run outside -w sandbox -- <suite> <path>\nsuites: ${list}\n`)
  process.exit(2)
}

const sandbox = await startSandbox({ settleAfterMs: 20, anyVersion: true })
const report = createReport()
try {
  await suite({ sandbox, path, report })
} finally {
  await sandbox.close()
}
process.exitCode = report.print() ? 0 : 1
