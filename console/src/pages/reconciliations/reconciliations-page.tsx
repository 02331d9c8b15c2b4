import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyOneAs } from '../../components/copy-as.tsx'
import { type Column, DataTable, NarrowOnly, RowLink } from '../../components/data-table.tsx'
import { Pager, useKeysetPage } from '../../components/keyset-pages.tsx'
import { EmptyState, ProblemNote } from '../../components/notes.tsx'
import { formatCount } from '../../components/numbers.ts'
import { Page } from '../../components/page.tsx'
import { Time } from '../../components/time.tsx'
import { May } from '../../session/may.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { OpenDifferences } from './open-differences.tsx'
import {
  fetchReconciliations,
  type Reconciliation,
  reconcile,
  useStartReconciliation,
} from './reconciliation-query.ts'
import { RunState } from './run-state.tsx'

/** As many days as the longest month has. */
const longer = 31

/** The start of a day in UTC, like that of the daily comparison. */
const daysAgo = (days: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days)).toISOString()
}

/** Every comparison of the ledger with the processor, the daily ones included. */
export function ReconciliationsPage() {
  const { cursor, differences, merchantId } = useSearch({ from: '/shell/reconciliations' })
  const navigate = useNavigate({ from: '/reconciliations' })
  const page = useKeysetPage({
    queryKey: ['reconciliations', 'list'],
    cursor,
    fetchPage: fetchReconciliations,
  })
  const start = useStartReconciliation()
  const open = (period: { from?: string }) =>
    start.mutate(period, {
      onSuccess: ({ reconciliationId }) =>
        void navigate({ to: '/reconciliations/$reconciliationId', params: { reconciliationId } }),
    })
  return (
    <Page
      title="Reconciliation"
      lead="Payments, refunds, platform fees and dispute amounts, compared with the processor in both directions. The processor’s own fees are not in the ledger."
      back={<Link to="/ledger">Ledger</Link>}
      actions={
        <May action="startReconciliation">
          <CopyOneAs
            choices={[
              [`Last ${longer} days`, reconcile({ from: daysAgo(longer) })],
              ['Since yesterday', reconcile({})],
            ]}
          />
          <Button loading={start.isPending} onClick={() => open({ from: daysAgo(longer) })}>
            Compare the last {longer} days
          </Button>
          <Button loading={start.isPending} onClick={() => open({})}>
            Compare since yesterday
          </Button>
        </May>
      }
    >
      {start.error && <ProblemNote error={start.error} />}
      <OpenDifferences
        merchantId={merchantId}
        cursor={differences}
        onCursor={next => void navigate({ search: { cursor, merchantId, differences: next } })}
      />
      <Card flush title="Comparisons">
        <DataTable
          caption="Comparisons"
          columns={columns}
          rows={page.rows}
          rowKey={({ reconciliationId }) => reconciliationId}
          error={page.error}
          onRetry={page.retry}
          isStale={page.isStale}
          empty={
            <EmptyState title="Nothing compared yet">
              Every day, the service compares the day before (SVC_RECONCILE_AT).
            </EmptyState>
          }
          footer={
            <Pager
              page={page}
              onCursor={next => void navigate({ search: { cursor: next, differences, merchantId } })}
            />
          }
        />
      </Card>
    </Page>
  )
}

function Whose({ run }: { run: Reconciliation }) {
  const merchantName = useMerchantName()
  return <>{run.merchantId === null ? 'All merchants' : merchantName(run.merchantId)}</>
}

const columns: readonly Column<Reconciliation>[] = [
  {
    header: 'Period',
    cell: run => (
      <>
        <RowLink to="/reconciliations/$reconciliationId" params={{ reconciliationId: run.reconciliationId }}>
          <Time at={run.from} /> – <Time at={run.comparedUntil} />
        </RowLink>
        <NarrowOnly>
          <Whose run={run} />
        </NarrowOnly>
      </>
    ),
  },
  { header: 'Merchant', from: 'sm', clip: true, cell: run => <Whose run={run} /> },
  { header: 'Payments compared', from: 'md', align: 'right', cell: ({ payments }) => formatCount(payments) },
  { header: 'Result', cell: run => <RunState run={run} /> },
  {
    header: 'Started',
    from: 'sm',
    align: 'right',
    cell: ({ createdAt }) => <Time at={createdAt} relative />,
  },
]
