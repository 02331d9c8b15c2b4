/** All in pixels, from the upper left corner of the drawing. */
export interface Box {
  width: number
  height: number
}

/** The area of the columns. */
export interface Grid {
  left: number
  columnWidth: number
  top: number
  bottom: number
}

/** From the bottom of the grid to its top. */
export interface Scale {
  ticks: readonly number[]
  labels: readonly string[]
}

interface Scaled {
  values: readonly number[]
  scale: Scale
}

export function heightOf(value: number, { ticks }: Scale, { top, bottom }: Grid): number {
  const lowest = ticks[0] ?? 0
  const highest = ticks.at(-1) ?? 1
  return bottom + ((value - lowest) / (highest - lowest)) * (top - bottom)
}

/** One bar per series, side by side or stacked. */
export function barsOf<Series extends Scaled>(
  all: readonly Series[],
  column: number,
  grid: Grid,
  isStacked: boolean,
) {
  const beside = isStacked ? 1 : all.length
  // A month must fit on a phone, where its bars are too thin for gaps between them.
  const gap = grid.columnWidth < 40 ? 0 : 1
  const room = (0.7 * grid.columnWidth - (beside - 1) * gap) / beside
  const width = room > 1 ? Math.floor(room) : room
  const taken = beside * (width + gap) - gap
  const start = grid.left + column * grid.columnWidth + (grid.columnWidth - taken) / 2
  let base = 0
  return all.map((series, index) => {
    const value = series.values[column] ?? 0
    const ends = [base, base + value].map(end => heightOf(end, series.scale, grid))
    if (isStacked) base += value
    const y = Math.min(...ends)
    const x = start + (isStacked ? 0 : index * (width + gap))
    return { series, x, y, width, height: Math.max(...ends) - y }
  })
}

const labelGap = 24

/** The labels that fit: the last, the first, and some between them. */
export function labelsThatFit(widths: readonly number[], { left, columnWidth }: Grid, within: number) {
  const places = widths.map((width, column) => {
    const center = left + (column + 0.5) * columnWidth
    const x = Math.min(Math.max(center, width / 2), within - width / 2)
    return { column, x, from: x - width / 2, to: x + width / 2 }
  })
  const last = places.pop()
  if (!last) return []
  const fitting: typeof places = []
  for (const place of places) {
    const isFree = (fitting.at(-1)?.to ?? -labelGap) + labelGap <= place.from
    if (isFree && place.to + labelGap <= last.from) fitting.push(place)
  }
  return [...fitting, last]
}
