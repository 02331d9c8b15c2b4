import { type FigureDeps, keepFigures } from './keep-figures.ts'

/**
 * Brings the figures up to date for whoever needs them exact. False when there is too much to catch up with, or when
 * another instance is at it for long. All who ask while it is being done share the next round, as the round under way
 * may have read before what they know of was written.
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
