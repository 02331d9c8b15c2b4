import { startSandbox } from '../dist/index.js'
import { localstripe } from './localstripe.js'
import { recordings } from './recordings.js'
import { createReport } from './report.js'
import { stripeCli } from './stripe-cli.js'
import { stripeNode } from './stripe-node.js'

const suites = { localstripe, recordings, 'stripe-cli': stripeCli, 'stripe-node': stripeNode }

const help = `usage: npm run outside -w sandbox -- <suite> <path>
suites: ${Object.keys(suites).join(', ')}

Runs a public test suite, from a clone of its repository, against the sandbox. Only the host, the keys and names that a
newer API version has changed are adapted.
`

const [name, path] = process.argv.slice(2)
if (name === '--help') {
  process.stdout.write(help)
  process.exit()
}
const suite = Object.hasOwn(suites, name ?? '') ? suites[name] : undefined
if (!suite || path === undefined) {
  process.stderr.write(help)
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
