import { useMerchantName } from '../../api/merchants.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Filters } from '../../components/filters.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { MerchantFilter } from '../../components/merchant-filter.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { ActionItem } from './action-item.tsx'
import classes from './action-list.module.css'
import { fetchActions } from './activity-query.ts'
import { PlaceholderLines } from './placeholder-lines.tsx'
import type { ActivitySearch } from './route.ts'

interface ActionListProps {
  search: ActivitySearch
  onSearch: (search: ActivitySearch) => void
}

/** The audit log, a line each, which opens to all that is known. */
export function ActionList({ search, onSearch }: ActionListProps) {
  const { merchantId, cursor } = search
  const merchantName = useMerchantName()
  const page = useKeysetPage({
    queryKey: ['actions', merchantId ?? null],
    cursor,
    fetchPage: (cursor, signal) => fetchActions({ merchantId, cursor, signal }),
  })
  return (
    <>
      <Filters onClear={merchantId ? () => onSearch({}) : undefined}>
        <MerchantFilter value={merchantId} onChange={chosen => onSearch({ merchantId: chosen })} />
      </Filters>
      {page.error && !page.rows && <ProblemNote error={page.error} onRetry={page.retry} />}
      {!page.rows && !page.error && <PlaceholderLines />}
      {page.rows?.length === 0 && (
        <EmptyState title="Nothing was done yet">
          Every action of an operator leaves a line here, with its name and address.
        </EmptyState>
      )}
      {page.rows && page.rows.length > 0 && (
        <ol
          className={classes.actions}
          aria-label="Actions, newest first"
          data-stale={page.isStale || undefined}
        >
          {page.rows.map(action => (
            <ActionItem key={action.auditId} action={action} merchantName={merchantName} />
          ))}
        </ol>
      )}
      <Pager page={page} onCursor={cursor => onSearch({ ...search, cursor })} />
    </>
  )
}
