import { type LinkComponent, type LinkOptions, useRouter } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'
import classes from './data-table.module.css'
import { ProblemNote } from './notes.tsx'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  align?: 'right'
  /** Hidden in tables narrower than this. The first column is always shown. */
  from?: 'sm' | 'md' | 'lg' | 'xl'
  /** Truncates the text after two lines: it may be long. */
  clip?: true
}

interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  caption: string
  /** Shows the caption, to tell several tables of a page apart. */
  isTitled?: true
  columns: readonly Column<Row>[]
  /** Undefined while loading: gray lines then fill the space of the rows, so that nothing jumps when they arrive. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  error?: Error | null
  onRetry?: () => void
  /** Shown instead of an empty table. */
  empty: ReactNode
  /** Dims the rows while newer ones load. */
  isStale?: boolean
  footer?: ReactNode
  expectedRows?: number
}

/** The width of a table with all columns. On a narrower screen, cells for wide tables are not rendered at all. */
const wide = matchMedia('(min-width: 84rem)')

function onWide(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/**
 * A dense list. The first cell holds the row's link (`RowLink`), which covers the whole row; j and k move between rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, isTitled, rows, rowKey, error, onRetry, empty, isStale, footer, expectedRows = 8 } = props
  const isWide = useSyncExternalStore(onWide, () => wide.matches)
  const columns = isWide ? props.columns : props.columns.filter(({ from }) => from !== 'xl')
  if (error && !rows) return <ProblemNote error={error} onRetry={onRetry} />
  if (rows?.length === 0 && !isStale) {
    return (
      <>
        {empty}
        {footer}
      </>
    )
  }
  return (
    <>
      <div className={classes.frame}>
        <table className={classes.table} aria-busy={!rows} data-stale={isStale || undefined}>
          <caption data-shown={isTitled}>{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ header, align, from }) => (
                <th key={header} scope="col" data-align={align} data-from={from}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              ? rows.map(row => (
                  <tr key={rowKey(row)}>
                    {columns.map(({ header, cell, align, from, clip }) => (
                      <td key={header} data-align={align} data-from={from}>
                        {clip ? <Clipped>{cell(row)}</Clipped> : cell(row)}
                      </td>
                    ))}
                  </tr>
                ))
              : placeholders(columns, expectedRows)}
          </tbody>
        </table>
      </div>
      {footer}
    </>
  )
}

/** Truncated after two lines. */
export function Clipped({ children }: { children: ReactNode }) {
  return <span className={classes.clip}>{children}</span>
}

/** A second line in the first cell, for a column hidden in narrow tables. */
export function NarrowOnly({ children, clip }: { children: ReactNode; clip?: true }) {
  return (
    <span className={classes.narrow} data-clip={clip}>
      {children}
    </span>
  )
}

/** A second line in any cell, on every screen. */
export function SecondLine({ children, clip }: { children: ReactNode; clip?: true }) {
  return (
    <span className={classes.second} data-clip={clip}>
      {children}
    </span>
  )
}

function placeholders<Row>(columns: readonly Column<Row>[], count: number) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
    <tr key={index}>
      {columns.map(({ header, align, from }) => (
        <td key={header} data-align={align} data-from={from}>
          <span className={classes.placeholder} />
        </td>
      ))}
    </tr>
  ))
}

type RowLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  to: string
  params?: Record<string, string>
  search?: object
  hash?: string
}

/**
 * A row's link. It covers the whole row, and the keys j and k find it. The router's own link also tracks whether its
 * page is open, which rows do not need, and takes four times as long to draw.
 */
export const RowLink = (({ to, params = {}, search = {}, hash, ...props }: RowLinkProps) => {
  const router = useRouter()
  const path = to.replace(/\$(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const place = { to, params, search, hash } as LinkOptions
  const preload = () => void router.preloadRoute(place).catch(() => {})
  return (
    <a
      {...props}
      href={router.basepath + path + router.options.stringifySearch(search) + (hash ? `#${hash}` : '')}
      data-row-link
      className={classes.link}
      onMouseEnter={preload}
      onFocus={preload}
      onClick={event => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        void router.navigate(place)
      }}
    />
  )
}) as LinkComponent<'a'>

/** In a new tab or window, or as a download. */
const opensElsewhere = ({ metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  metaKey || altKey || ctrlKey || shiftKey
