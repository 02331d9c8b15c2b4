import type { Reporter, TestModule } from 'vitest/node'

interface Times {
  file: string
  count: number
  /** All in milliseconds. Set-up is the time of hooks. */
  imports: number
  setUp: number
  tests: number
  slowest: number
}

const columns = ['seconds', 'imports', 'set-up', 'tests', 'slowest'] as const

/** Says at the end of a run where its time went, file by file: `npm run test:times`. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map(timesOf).sort((one, other) => total(other) - total(one))
    console.log(`${columns.map(name => name.padStart(8)).join('')}  file (tests)`)
    for (const times of [...files, files.reduce(sum)]) {
      const figures = [total(times), times.imports, times.setUp, times.tests, times.slowest]
      const row = figures.map(ms => (ms / 1000).toFixed(1).padStart(8)).join('')
      console.log(`${row}  ${times.file} (${times.count})`)
    }
  }
}

function timesOf(module: TestModule): Times {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
    module.diagnostic()
  const all = [...module.children.allTests()].map(test => test.diagnostic()?.duration ?? 0)
  const tests = all.reduce((one, other) => one + other, 0)
  return {
    file: module.relativeModuleId,
    count: all.length,
    imports: environmentSetupDuration + prepareDuration + setupDuration + collectDuration,
    setUp: duration - tests,
    tests,
    slowest: Math.max(0, ...all),
  }
}

const total = ({ imports, setUp, tests }: Times) => imports + setUp + tests

const sum = (one: Times, other: Times): Times => ({
  file: 'all of them',
  count: one.count + other.count,
  imports: one.imports + other.imports,
  setUp: one.setUp + other.setUp,
  tests: one.tests + other.tests,
  slowest: Math.max(one.slowest, other.slowest),
})
