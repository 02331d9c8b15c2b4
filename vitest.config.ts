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

/** Files of a project follow each other: they share a worker, and what it has loaded. */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // the files in shards are short, but run whole suites
    const order = ['service/test/in-shards', ...workspaces.map(name => `${name}/test`)]
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === 'workspaces' ? order.findIndex(folder => moduleId.includes(`/${folder}/`)) : -1
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    // one PostgreSQL for all projects
    globalSetup: 'service/test/support/global-setup.ts',
    projects: [
      'e2e',
      {
        test: {
          // one project, because a worker that changes projects starts anew
          name: 'workspaces',
          include: workspaces.map(name => `${name}/test/**/*.test.ts`),
          // these need a cluster: npm run test:citus
          exclude: ['service/test/citus/**'],
          ...shared,
        },
      },
    ],
    sequence: { sequencer: ProjectByProject },
    reporters: ['default', skippedReporter],
    // most tests wait for a database, a process or a browser: more of them than cores keeps two cores busy
    maxWorkers: 4,
  },
})
