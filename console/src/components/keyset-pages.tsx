import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '../api/client.ts'
import { Button } from './button.tsx'
import classes from './keyset-pages.module.css'

interface KeysetOptions<Found> {
  /** The list and its filters; the first part names the resource, which live updates refresh. */
  queryKey: readonly unknown[]
  cursor: string | undefined
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Found>
  isEnabled?: boolean
  /** For a list that grows while it is open. */
  refetchEveryMs?: (found: Found | undefined) => number | false
}

/** The query for a page of a list, for the cache. */
export function keysetQuery<Found>({ queryKey, cursor, fetchPage }: KeysetOptions<Found>) {
  return {
    queryKey: [...queryKey, { cursor: cursor ?? null }],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchPage(cursor, signal),
  }
}

/** One page of a list read by cursor, so that the millionth row costs as much as the first. */
export function useKeysetPage<Found extends PageOf<unknown>>(options: KeysetOptions<Found>) {
  const { cursor, isEnabled = true, refetchEveryMs = () => false } = options
  const queryClient = useQueryClient()
  const query = useQuery({
    ...keysetQuery(options),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: ({ state }) => refetchEveryMs(state.data),
  })
  const nextCursor = query.isPlaceholderData ? null : (query.data?.nextCursor ?? null)
  return {
    rows: query.data?.data as Found['data'] | undefined,
    /** The answer that contains the rows. */
    found: query.data,
    error: query.error,
    retry: () => query.refetch(),
    isStale: query.isPlaceholderData,
    cursor,
    nextCursor,
    /** The previous page; a page opened by its address leads back to the first. */
    previousCursor: () => queryClient.getQueryData<string | null>(['previous-cursor', cursor]) ?? undefined,
    remember: () => queryClient.setQueryData(['previous-cursor', nextCursor], cursor ?? null),
  }
}

interface PagerProps {
  page: Pick<
    ReturnType<typeof useKeysetPage>,
    'cursor' | 'nextCursor' | 'previousCursor' | 'remember' | 'rows'
  >
  onCursor: (cursor: string | undefined) => void
}

export function Pager({ page, onCursor }: PagerProps) {
  if (!page.cursor && !page.nextCursor) return null
  return (
    <nav aria-label="Pages" className={classes.pager}>
      <span>{page.rows ? `${page.rows.length} shown` : ''}</span>
      <div>
        <Button size="xs" disabled={!page.cursor} onClick={() => onCursor(page.previousCursor())}>
          Previous
        </Button>
        <Button
          size="xs"
          disabled={!page.nextCursor}
          onClick={() => {
            page.remember()
            onCursor(page.nextCursor ?? undefined)
          }}
        >
          Next
        </Button>
      </div>
    </nav>
  )
}
