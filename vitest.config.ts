import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { shared } from './vitest.shared.ts'
import { skippedReporter } from './vitest.skipped.ts'

/** Workspaces that start processes come first, so that the run does not end waiting for one of them. */
const workspaces = [
  'client',
  'embedded-database',
  'bench',
  'service',
  'sandbox',
  'examples/shop',
  'examples/till',
  'console',
]

/** The tests of `npm run test:more`: matrices, drills and smoke tests, which take a long time and rarely fail alone. */
export const more = [
  // suites again, on a PostgreSQL that poses as a Citus cluster
  'service/test/in-shards/**/*.test.ts',
  // the commands and programs of the documents
  'service/test/docs/commands.test.ts',
  'service/test/docs/reference-commands.test.ts',
  'client/test/readme.test.ts',
  'service/test/cli/operator/rehearse.test.ts',
  'service/test/docs/smokes.test.ts',
  'service/test/docs/verify-callback.test.ts',
  'service/test/cli/up/{demo,demo-merchant}.test.ts',
  'bench/test/filled-database.test.ts',
  // the packages, and other versions of the software they work with
  'client/test/installed.test.ts',
  'client/test/consumers.test.ts',
  'sandbox/test/sdk-majors.test.ts',
  'sandbox/test/outside.test.ts',
  'service/test/db/pgbouncer.test.ts',
  'service/test/deploy/alerts.test.ts',
  // drills: the soak does the same for longer
  'service/test/payments/crash.test.ts',
  'service/test/deliveries/kill.test.ts',
  'service/test/merchants/move-drill.test.ts',
  'service/test/cli/operator/move-waves.test.ts',
  'service/test/history/{moved,restored-database}.test.ts',
  'service/test/rebuild/{drill,rebuild}.test.ts',
  'service/test/ops/rollout.test.ts',
  'service/test/deliveries/{misbehaving,slow-endpoints}.test.ts',
  'service/test/processors/turned-away.test.ts',
  'service/test/http/doors/overload.test.ts',
  'e2e/console/move.test.ts',
  // databases under other accounts, and databases and name servers that die, freeze, fill up, or are replaced
  'embedded-database/test/{accounts,crash}.test.ts',
  'service/test/db/{former-primary,full-disk}.test.ts',
  'service/test/jobs/leases-ahead.test.ts',
  'service/test/ops/frozen-database.test.ts',
  'service/test/deliveries/silent-name-server.test.ts',
  // calls, callbacks and commands that wait: for leases, pauses, time limits and connections
  'service/test/payments/{leases,without-key}.test.ts',
  'service/test/deliveries/{asked-for,probing,shares}.test.ts',
  'service/test/http/graceful-stop.test.ts',
  'service/test/merchants/identity-generation.test.ts',
  'service/test/cli/develop/listen-trigger.test.ts',
  'e2e/console/connection.test.ts',
  // every route, with every kind of bad value
  'service/test/http/absurd-values.test.ts',
  'service/test/http/worst-bodies.test.ts',
  // the sandbox’s own pages; `examples.test.ts` pays with them in `npm test`
  'e2e/{checkout,reader,sandbox-controls,stripe-js}.test.ts',
  // every page and dialog of the console, in light and dark, and its finer points
  'e2e/console/{accessible,callbacks,copy-as,keyboard,pages,plots,reconciliation}.test.ts',
  // query plans, in-place updates, the allocations of payments, and lists of thousands
  'service/test/**/*{-plan,plans}.test.ts',
  'service/test/db/planned-once.test.ts',
  'bench/test/allocations.test.ts',
  'service/test/**/*in-place.test.ts',
  'service/test/back-office/at-a-million.test.ts',
  'service/test/ledger/flat.test.ts',
  'service/test/terminal/list-cost.test.ts',
]

/** Files of a workspace follow each other: they share the modules that a worker has loaded. */
class WorkspaceByWorkspace extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isIn = (folder: string) => (file: TestSpecification) => file.moduleId.includes(`/${folder}/`)
    const rank = (file: TestSpecification) => workspaces.findIndex(name => isIn(`${name}/test`)(file))
    const sorted = (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
    const [inBrowser, others] = [sorted.filter(isIn('e2e')), sorted.filter(file => !isIn('e2e')(file))]
    // A browser keeps a core busy while other tests wait, so its files come one at a time. The last ones are short.
    const step = Math.max(1, Math.floor((others.length * 0.75) / inBrowser.length))
    return [
      ...inBrowser.flatMap((file, n) => [file, ...others.slice(n * step, (n + 1) * step)]),
      ...others.slice(inBrowser.length * step),
    ]
  }
}

export default defineConfig({
  test: {
    // one project, because a worker restarts when it changes projects
    include: ['e2e/**/*.test.ts', ...workspaces.map(name => `${name}/test/**/*.test.ts`)],
    // some need a cluster: npm run test:citus
    exclude: ['**/node_modules/**', 'service/test/citus/**', ...more],
    globalSetup: ['service/test/support/global-setup.ts', 'e2e/support/global-setup.ts'],
    ...shared,
    sequence: { sequencer: WorkspaceByWorkspace },
    reporters: ['default', skippedReporter],
    // most tests wait for a database, a process or a browser, so it takes more workers than cores to keep the cores busy
    maxWorkers: 4,
  },
})
