import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule } from 'vitest/node'

/** Read by .ci/run. */
const file = fileURLToPath(new URL('skipped.log', import.meta.url))

/** Lists the skipped tests at the end of a run, and the missing programs that they need. */
export const skippedReporter: Reporter = {
  onTestRunEnd(modules) {
    const lines = skippedLines(modules)
    rmSync(file, { force: true })
    if (lines.length === 0) return
    const text = `Skipped, because this machine lacks what they need (CONTRIBUTING.md, Tests):\n${lines.join('\n')}\n`
    writeFileSync(file, text)
    console.warn(`\n${text}`)
  },
}

/** Tests that were excluded by name have no note. */
export function skippedLines(modules: readonly TestModule[]): string[] {
  const byNeed = new Map<string, number>()
  for (const module of modules) {
    for (const test of module.children.allTests('skipped')) {
      const result = test.result()
      const need = result.state === 'skipped' ? result.note : undefined
      if (need !== undefined) byNeed.set(need, (byNeed.get(need) ?? 0) + 1)
    }
  }
  return [...byNeed].map(([need, count]) => `  ${need}: ${count} ${count === 1 ? 'test' : 'tests'}`)
}
