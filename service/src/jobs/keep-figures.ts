import { type FigureDeps, keepFigures } from '../back-office/keep-figures.ts'

const batchesAtMost = 10
/** It may take this part of the time; the rest is for payments. */
const share = 0.05

/** Follows what changed, so that the overview has little left to read. */
export function keepFiguresUpToDate(deps: FigureDeps) {
  let restUntilMs = 0
  return {
    name: 'keep figures',
    everyMs: 2000,
    async run(): Promise<void> {
      if (performance.now() < restUntilMs) return
      for (let batch = 0; batch < batchesAtMost; batch += 1) {
        const startedAtMs = performance.now()
        const hasMore = await keepFigures(deps)
        restUntilMs = performance.now() + (performance.now() - startedAtMs) / share
        if (!hasMore) return
      }
    },
  }
}
