import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import classes from './bar-chart.module.css'
import { type Box, barsOf, type Grid, heightOf, labelsThatFit, type Scale } from './bar-layout.ts'

interface Series {
  name: string
  /** A CSS custom property, with different values for light and dark. */
  color: string
  values: readonly number[]
  scale: Scale
}

interface BarChartProps {
  title: string
  size: 'tall' | 'short'
  columns: readonly { at: string; label: string }[]
  /** Series of one value per column. The axis of the first is on the left; a second axis is on the right. */
  series: readonly [Series, ...Series[]]
  isStacked?: boolean
  format: (value: number) => string
}

const axisGap = 12
/** An estimate, accurate enough for the labels' font. */
const widthOfText = (text: string) => text.length * 6.7
const longest = (texts: readonly string[]) =>
  texts.reduce((one, other) => (other.length > one.length ? other : one), '')

/**
 * Bars in columns. The pointer or the arrow keys choose a column and show its values; to assistive technology, the
 * chart is a slider through the columns. A hidden table contains all values.
 */
export function BarChart(props: BarChartProps) {
  const { title, size, columns, series, format } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const [frame, box] = useBox()
  const last = columns.length - 1
  const column = chosen === null ? null : Math.min(chosen, last)
  const move = (event: KeyboardEvent) => {
    const from = column ?? last
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') setChosen(null)
    if (to === undefined) return
    event.preventDefault()
    setChosen(Math.min(Math.max(to, 0), last))
  }
  const grid = gridOf(props, box)
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const x = clientX - currentTarget.getBoundingClientRect().left - grid.left
    const under = Math.floor(x / grid.columnWidth)
    setChosen(under >= 0 && under <= last ? under : null)
  }
  const valuesOf = (column: number) =>
    series.map(({ name, values }) => `${name} ${format(values[column] ?? 0)}`)
  const spoken = column ?? last
  return (
    <figure className={classes.chart} data-size={size}>
      <ul className={classes.legend} aria-hidden>
        {series.map(({ name, color }) => (
          <li key={name} style={{ '--color': color } as CSSProperties}>
            {name}
          </li>
        ))}
      </ul>
      <div
        ref={frame}
        className={classes.frame}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={spoken}
        aria-valuetext={`${columns[spoken]?.label}: ${valuesOf(spoken).join(', ')}`}
        onKeyDown={move}
        onFocus={event => event.currentTarget.matches(':focus-visible') && setChosen(last)}
        onBlur={() => setChosen(null)}
        onPointerEnter={point}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(null)}
      >
        {box.width > 0 && <Drawing {...props} box={box} grid={grid} chosen={column} />}
      </div>
      {column !== null && (
        <Values
          label={columns[column]?.label ?? ''}
          rows={series.map(({ name, color, values }) => ({
            name,
            color,
            value: format(values[column] ?? 0),
          }))}
          x={grid.left + (column + 0.5) * grid.columnWidth}
          width={box.width}
        />
      )}
      <ValuesTable {...props} />
    </figure>
  )
}

/** The current size of an element. */
function useBox() {
  const frame = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<Box>({ width: 0, height: 0 })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      setBox({ width: element.clientWidth, height: element.clientHeight })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, box] as const
}

const rightScaleOf = ([first, ...others]: BarChartProps['series']) =>
  others.find(({ scale }) => scale !== first.scale)?.scale

function gridOf({ columns, series }: BarChartProps, { width, height }: Box): Grid {
  const widthOf = (scale: Scale | undefined) => (scale ? widthOfText(longest(scale.labels)) + 2 * axisGap : 0)
  const left = widthOf(series[0].scale)
  const right = widthOf(rightScaleOf(series))
  return { left, columnWidth: (width - left - right) / columns.length, top: 8, bottom: height - 30 }
}

interface DrawingProps extends BarChartProps {
  box: Box
  grid: Grid
  chosen: number | null
}

function Drawing({ columns, series, isStacked = false, box, grid, chosen }: DrawingProps) {
  const { scale } = series[0]
  const right = rightScaleOf(series)
  const end = grid.left + grid.columnWidth * columns.length
  const widths = columns.map(({ label }) => widthOfText(label))
  return (
    <svg viewBox={`0 0 ${box.width} ${box.height}`} aria-hidden="true">
      {scale.ticks.map((tick, index) => {
        const y = heightOf(tick, scale, grid)
        return (
          <g key={tick}>
            <line className={classes.grid} x1={grid.left} x2={end} y1={y} y2={y} />
            <text x={grid.left - axisGap} y={y} dy="0.35em" textAnchor="end">
              {scale.labels[index]}
            </text>
            <text x={end + axisGap} y={y} dy="0.35em">
              {right?.labels[index]}
            </text>
          </g>
        )
      })}
      {chosen !== null && (
        <rect
          className={classes.chosen}
          x={grid.left + chosen * grid.columnWidth}
          y={grid.top}
          width={grid.columnWidth}
          height={grid.bottom - grid.top}
        />
      )}
      {columns.map(({ at }, column) => (
        <g key={at}>
          {barsOf(series, column, grid, isStacked).map(({ series: { name, color }, ...bar }) => (
            <rect key={name} {...bar} fill={color} />
          ))}
        </g>
      ))}
      {labelsThatFit(widths, grid, box.width).map(({ column, x }) => (
        <text key={column} x={x} y={box.height - 8} textAnchor="middle">
          {columns[column]?.label}
        </text>
      ))}
    </svg>
  )
}

interface ValuesProps {
  label: string
  rows: readonly { name: string; color: string; value: string }[]
  x: number
  width: number
}

/** Beside its column or, in a narrow chart, above the chart at the column's relative position. */
function Values({ label, rows, x, width }: ValuesProps) {
  const share = x / width
  const aside = share < 0.5 ? { left: x + 24 } : { right: width - x + 24 }
  const over = { left: `${100 * share}%`, transform: `translateX(${-100 * share}%)` }
  return (
    <div className={classes.values} style={width < 480 ? over : aside} aria-hidden="true">
      <strong>{label}</strong>
      {rows.map(({ name, color, value }) => (
        <div key={name} style={{ '--color': color } as CSSProperties}>
          <span>{name}</span>
          <span>{value}</span>
        </div>
      ))}
    </div>
  )
}

function ValuesTable({ title, columns, series, format }: BarChartProps) {
  return (
    <div className={classes.table}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(({ at, label }, column) => (
            <tr key={at}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{format(values[column] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
