import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { shared } from './vitest.shared.ts'

/** Those that start processes first, so that nobody waits for one of them at the end. */
const workspaces = [
  'client',
  'embedded-database',
  'service',
  'sandbox',
  'bench',
  'examples/shop',
  'examples/till',
  'console',
]

/** A sample of the suites that reaches each statement of which there is one for a cluster. */
const inShards = [
  'payments/{capture-refund-cancel,create,fees,idempotency,races,two-processors}',
  'operations/unrecorded-answer',
  'inbox/{door,permutations,races,refund-order,waiting}',
  'deliveries/{asked-for,claim,delivery,fence,redeliver-races}',
  'jobs/{abandoned-payments,leases-ahead,open-payments}',
  'onboarding/onboarding',
  'back-office/{open-operations,operators-view,search}',
  'db/placement',
]

/** Files of a project follow each other: they share a worker, and what it has loaded. */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === 'workspaces'
        ? workspaces.findIndex(name => moduleId.includes(`/${name}/test/`))
        : ['e2e', 'in-shards'].indexOf(project.name) - 2
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
      {
        test: {
          // here the service takes its database for a cluster's
          name: 'in-shards',
          include: inShards.map(name => `service/test/${name}.test.ts`),
          provide: { template: 'in_shards' },
          ...shared,
        },
      },
    ],
    sequence: { sequencer: ProjectByProject },
    // most tests wait for a database, a process or a browser: more of them than cores keeps two cores busy
    maxWorkers: 4,
  },
})
