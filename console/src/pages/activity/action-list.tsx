import { Fragment } from 'react'
import { Button } from '../../components/button.tsx'
import { DayFilter, Filters, SelectFilter, TextFilter } from '../../components/filters.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { MerchantFilter } from '../../components/merchants.tsx'
import { EmptyState, ProblemNote } from '../../components/notes.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { ActionItem } from './action-item.tsx'
import classes from './action-list.module.css'
import { actionChoices } from './action-text.ts'
import type { ActivitySearch } from './activity-query.ts'
import { fetchActions } from './activity-query.ts'

interface ActionListProps {
  search: ActivitySearch
  onSearch: (search: ActivitySearch) => void
}

/** The audit log: one line per action, which expands to show its details. */
export function ActionList({ search, onSearch }: ActionListProps) {
  const { tab: _, cursor, ...filters } = search
  const { merchantId, actor, action, createdFrom, createdTo } = filters
  const isFiltered = Object.values(filters).some(Boolean)
  const merchantName = useMerchantName()
  const page = useKeysetPage({
    queryKey: ['actions', filters],
    cursor,
    fetchPage: (cursor, signal) => fetchActions(filters, { cursor, signal }),
  })
  const time = {
    name: 'Time',
    isActive: Boolean(createdFrom || createdTo),
    fields: (
      <Fragment key="time">
        <DayFilter
          label="From"
          value={createdFrom}
          onChange={day => onSearch({ ...filters, createdFrom: day })}
        />
        <DayFilter label="To" value={createdTo} onChange={day => onSearch({ ...filters, createdTo: day })} />
      </Fragment>
    ),
  }
  return (
    <>
      <Filters onClear={isFiltered ? () => onSearch({}) : undefined} more={[time]}>
        <TextFilter
          label="Who"
          value={actor}
          onChange={typed => onSearch({ ...filters, actor: typed })}
          maxLength={100}
        />
        <SelectFilter
          label="What"
          none="Everything"
          value={action}
          onChange={chosen => onSearch({ ...filters, action: chosen })}
          choices={actionChoices(action)}
        />
        <MerchantFilter
          value={merchantId}
          onChange={chosen => onSearch({ ...filters, merchantId: chosen })}
        />
      </Filters>
      {page.error && !page.rows && <ProblemNote error={page.error} onRetry={page.retry} />}
      {!page.rows && !page.error && <PlaceholderLines />}
      {page.rows?.length === 0 && isFiltered && (
        <EmptyState title="Nothing matches" action={<Button onClick={() => onSearch({})}>Show all</Button>} />
      )}
      {page.rows?.length === 0 && !isFiltered && (
        <EmptyState title="No actions yet">
          Every operator action is listed here, with the operator’s name and IP address.
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

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

function PlaceholderLines() {
  return (
    <div className={classes.actions} aria-busy="true">
      {lines.map(line => (
        <div key={line} className={classes.placeholder}>
          <Skeleton height="0.9rem" width="60%" />
        </div>
      ))}
    </div>
  )
}
