import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { shared } from './vitest.shared.ts'
import { skippedReporter } from './vitest.skipped.ts'

/** Those that start processes come first, so that the run does not end with waiting for one of them. */
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

/** Files of a workspace follow each other: they share what a worker has loaded. */
class WorkspaceByWorkspace extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // the files in shards are short, but run whole suites
    const order = ['e2e', 'service/test/in-shards', ...workspaces.map(name => `${name}/test`)]
    const rank = ({ moduleId }: TestSpecification) =>
      order.findIndex(folder => moduleId.includes(`/${folder}/`))
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    // one project, because a worker that changes projects starts anew
    include: ['e2e/**/*.test.ts', ...workspaces.map(name => `${name}/test/**/*.test.ts`)],
    // these need a cluster: npm run test:citus
    exclude: ['**/node_modules/**', 'service/test/citus/**'],
    globalSetup: ['service/test/support/global-setup.ts', 'e2e/support/global-setup.ts'],
    ...shared,
    sequence: { sequencer: WorkspaceByWorkspace },
    reporters: ['default', skippedReporter],
    // most tests wait for a database, a process or a browser: more of them than cores keeps two cores busy
    maxWorkers: 4,
  },
})
