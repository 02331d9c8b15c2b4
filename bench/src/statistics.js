/** The value below which this share of the values lies. Takes sorted values. */
export function percentile(sorted, share) {
  if (sorted.length === 0) return Number.NaN
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  return below + (above - below) * (place - Math.floor(place))
}

export const sortedCopy = values => Float64Array.from(values).sort()

export const median = values => percentile(sortedCopy(values), 0.5)

/** Half the distance from lowest to highest, as a share of the median: 0.1 reads as ±10%. */
export function spread(values) {
  if (values.length < 2) return 0
  const sorted = sortedCopy(values)
  return (sorted[sorted.length - 1] - sorted[0]) / 2 / Math.abs(percentile(sorted, 0.5))
}

export function summary(latencies) {
  const sorted = sortedCopy(latencies)
  const at = share => percentile(sorted, share)
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), p999: at(0.999), max: at(1) }
}

/** Points of a percentile curve, spaced by the number of nines, so that they are denser toward the tail. */
export function percentileCurve(latencies, points = 60) {
  const sorted = sortedCopy(latencies)
  const nines = Math.log10(Math.max(10, sorted.length))
  return Array.from({ length: points }, (_, i) => {
    const share = 1 - 10 ** ((-nines * i) / (points - 1))
    return { share, ms: percentile(sorted, share) }
  })
}
