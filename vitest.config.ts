import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that start processes and browsers first, so that nobody waits for one of them at the end. */
const projects = [
  'e2e',
  'client',
  'embedded-database',
  'service',
  'sandbox',
  'bench',
  'examples/shop',
  'examples/till',
  'console',
]

/** Files of a project follow each other: they share a worker, and what it has loaded. */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) =>
      projects.findIndex(path => path === project.name || path.endsWith(`/${project.name}`))
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    projects,
    sequence: { sequencer: ProjectByProject },
    // most tests wait for a database, a process or a browser: more of them than cores keeps two cores busy
    maxWorkers: 4,
  },
})
