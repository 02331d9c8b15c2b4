import { describe, expect, it } from 'vitest'
import { barsOf, labelsThatFit } from '../src/pages/overview/bar-layout.ts'

const grid = { left: 50, columnWidth: 100, top: 0, bottom: 120 }
const scale = { ticks: [-10, 0, 10, 20], labels: ['-10', '0', '10', '20'] }

describe('bars', () => {
  it('are drawn side by side, from zero up or down', () => {
    const bars = barsOf(
      [
        { values: [0, 20], scale },
        { values: [0, -5], scale },
      ],
      1,
      grid,
      false,
    )
    expect(bars).toMatchObject([
      { x: 165.5, y: 0, width: 34, height: 80 },
      { x: 200.5, y: 80, width: 34, height: 20 },
    ])
  })

  it('are measured on the axis of their series', () => {
    const other = { ticks: [-100, 0, 100, 200], labels: [] }
    const bars = barsOf(
      [
        { values: [10], scale },
        { values: [100], scale: other },
      ],
      0,
      grid,
      false,
    )
    expect(bars.map(({ height }) => height)).toEqual([40, 40])
  })

  it('are drawn on top of each other if stacked', () => {
    const bars = barsOf(
      [
        { values: [10], scale },
        { values: [5], scale },
      ],
      0,
      grid,
      true,
    )
    expect(bars).toMatchObject([
      { x: 65, y: 40, width: 70, height: 40 },
      { x: 65, y: 20, width: 70, height: 20 },
    ])
  })
})

describe('labels', () => {
  const columnsShown = (widths: number[], columnWidth: number) =>
    labelsThatFit(widths, { ...grid, columnWidth }, 50 + widths.length * columnWidth).map(
      ({ column }) => column,
    )

  it('are all shown if there is room', () => {
    expect(columnsShown([40, 40, 40], 100)).toEqual([0, 1, 2])
  })

  it('are left out where there is not enough room', () => {
    expect(columnsShown([40, 40, 40, 40, 60], 45)).toEqual([0, 2, 4])
    expect(columnsShown([90, 40, 40, 90], 30)).toEqual([3])
    expect(columnsShown([], 30)).toEqual([])
  })

  it('stay inside the drawing', () => {
    const [first, last] = labelsThatFit([120, 40, 60], { ...grid, left: 0 }, 270)
    expect([first?.from, last?.to]).toEqual([0, 270])
  })
})
