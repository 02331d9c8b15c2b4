/** Attempts are counted by duration: less than the first bound, less than the second, and so on. */
export const latencyBoundsMs = [
  2, 5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000,
] as const

/**
 * The time within which this share of the attempts was answered, assuming that attempts between two bounds are spread
 * evenly. Null without attempts.
 */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let before = 0
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && before + count >= share * total) {
      const low = latencyBoundsMs[bucket - 1] ?? 0
      const high = latencyBoundsMs[bucket] ?? low
      return Math.round(low + ((high - low) * (share * total - before)) / count)
    }
    before += count
  }
  return latencyBoundsMs.at(-1) ?? null
}
