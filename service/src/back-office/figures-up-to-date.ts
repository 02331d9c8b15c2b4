import { type FigureDeps, keepFigures } from './keep-figures.ts'

/**
 * Brings the figures up to date, for answers that must be exact. False when there is too much to catch up with, or when
 * another instance takes long. Requests during a round share the next one, because the current round may have started
 * too early for them.
 */
export function figuresUpToDate(deps: FigureDeps): () => Promise<boolean> {
  let current: Promise<boolean> | null = null
  let following: Promise<boolean> | null = null

  const start = () => {
    current = keepFigures({ ...deps, waits: true })
      .then(hasMore => !hasMore)
      .catch(() => false)
      .finally(() => {
        current = null
      })
    return current
  }
  return () => {
    if (!current) return start()
    following ??= current.then(() => {
      following = null
      return start()
    })
    return following
  }
}
