import { type FigureDeps, keepFigures } from '../back-office/keep-figures.ts'

const maxBatches = 10
/** The share of time that the job may take, normally and while it is far behind. The rest is for payments. */
const share = 0.05
const shareFarBehind = 0.25

/** Follows what changed, so that the overview has little left to read. */
export function keepFiguresUpToDate(deps: FigureDeps) {
  let restUntilMs = 0
  return {
    name: 'keep figures',
    everyMs: 5000,
    async run(): Promise<void> {
      if (performance.now() < restUntilMs) return
      const startedAtMs = performance.now()
      let hasMore = true
      for (let batch = 0; batch < maxBatches && hasMore; batch += 1) hasMore = await keepFigures(deps)
      const endedAtMs = performance.now()
      restUntilMs = endedAtMs + (endedAtMs - startedAtMs) / (hasMore ? shareFarBehind : share)
    },
  }
}
