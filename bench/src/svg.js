const width = 720
const height = 320
const area = { left: 64, right: 704, top: 48, bottom: 264 }
const colors = ['series-0', 'series-1', 'series-2', 'series-3']

/** Readable on light and dark pages. */
const style = `
    text { font: 13px system-ui, sans-serif; fill: #24292f }
    .title { font-weight: 600; font-size: 15px }
    .quiet { fill: #57606a }
    .grid { stroke: #d0d7de }
    rect { fill: currentColor }
    path { fill: none; stroke: currentColor; stroke-width: 2 }
    .series-0 { color: #0969da } .series-1 { color: #bc4c00 } .series-2 { color: #1a7f37 } .series-3 { color: #8250df }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .quiet { fill: #8d96a0 } .grid { stroke: #3d444d }
      .series-0 { color: #4493f8 } .series-1 { color: #f0883e } .series-2 { color: #3fb950 } .series-3 { color: #ab7df8 }
    }
  `

export const escaped = text =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const round = value => Math.round(value * 10) / 10
const text = (x, y, content, { anchor = 'start', kind = 'quiet' } = {}) =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" class="${kind}">${escaped(content)}</text>`
const line = (x1, y1, x2, y2, kind) =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${kind}"/>`

function drawing(title, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
  <style>${style}</style>
  ${[text(area.left, 24, title, { kind: 'title' }), ...parts].join('\n  ')}
</svg>
`
}

const between = (from, to, share) => from + (to - from) * share

/** Round steps from zero to above the highest value. */
export function scaleFor(highest) {
  const rough = Math.max(highest, 1e-9) / 4
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5].map(factor => factor * magnitude).find(size => size >= rough) ?? 10 * magnitude
  return { step, top: Math.ceil(highest / step) * step }
}

function verticalAxis({ step, top }, unit) {
  const y = value => between(area.bottom, area.top, value / top)
  const steps = Array.from({ length: Math.round(top / step) + 1 }, (_, i) =>
    Number((i * step).toPrecision(6)),
  )
  const lines = steps.flatMap(value => [
    line(area.left, y(value), area.right, y(value), 'grid'),
    text(area.left - 8, y(value) + 4, `${value}${unit}`, { anchor: 'end' }),
  ])
  return { y, lines }
}

const legend = names =>
  names.flatMap((name, i) => [
    `<rect x="${area.left + i * 210}" y="${height - 24}" width="12" height="12" class="${colors[i]}"/>`,
    text(area.left + i * 210 + 18, height - 13, name),
  ])

/** Percentile curves; the horizontal axis counts nines, so that the tail has the room it deserves. */
export function latencyPlot(title, series) {
  const lowest = 0.1
  const nines = share => -Math.log10(Math.max(1 - share, 1e-9))
  const most = Math.max(1, ...series.flatMap(({ curve }) => curve.map(({ share }) => nines(share))))
  const x = share => between(area.left, area.right, nines(share) / most)
  const highest = Math.max(lowest, ...series.flatMap(({ curve }) => curve.map(({ ms }) => ms)))
  const { y, lines } = verticalAxis(scaleFor(highest), ' ms')
  const shares = [0, 0.5, 0.9, 0.99, 0.999, 0.9999].filter(share => nines(share) <= most)
  const ticks = shares.flatMap(share => [
    line(x(share), area.top, x(share), area.bottom, 'grid'),
    text(x(share), area.bottom + 20, `p${Number((share * 100).toFixed(2))}`, { anchor: 'middle' }),
  ])
  const paths = series.map(({ curve }, i) => {
    const points = curve.map(({ share, ms }) => `${round(x(share))},${round(y(Math.max(0, ms)))}`)
    return `<path class="${colors[i]}" d="M${points.join('L')}"/>`
  })
  return drawing(title, [...lines, ...ticks, ...paths, ...legend(series.map(({ name }) => name))])
}

/** Pairs of bars: before and after. */
export function growthPlot(title, unit, names, groups) {
  const { y, lines } = verticalAxis(scaleFor(Math.max(...groups.flatMap(({ values }) => values))), unit)
  const room = (area.right - area.left) / groups.length
  const bars = groups.flatMap(({ name, values }, i) => {
    const middle = area.left + room * (i + 0.5)
    const wide = Math.min(56, room / 3)
    return [
      ...values.flatMap((value, j) => {
        const left = middle + (j - values.length / 2) * wide
        const tall = area.bottom - y(value)
        return [
          `<rect x="${round(left + 2)}" y="${round(y(value))}" width="${round(wide - 4)}" height="${round(tall)}" class="${colors[j]}"/>`,
          text(left + wide / 2, y(value) - 6, Number(value.toPrecision(2)), { anchor: 'middle' }),
        ]
      }),
      text(middle, area.bottom + 20, name, { anchor: 'middle' }),
    ]
  })
  return drawing(title, [...lines, ...bars, ...legend(names)])
}
