import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { BackLink } from '../../components/back-link.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable, NarrowOnly } from '../../components/data-table.tsx'
import { Pager } from '../../components/keyset-pages.tsx'
import { formatMoney } from '../../components/money.tsx'
import { EmptyState, Note, ProblemNote } from '../../components/notes.tsx'
import { counted } from '../../components/numbers.ts'
import { Page } from '../../components/page.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { May, useMay } from '../../session/may.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { At, differenceColumns, differencesTitle } from './difference-columns.tsx'
import {
  type ReconciliationDetail,
  useReconciliation,
  useStartReconciliation,
} from './reconciliation-query.ts'
import { RunState } from './run-state.tsx'

/** One comparison: its sums, and each difference with its payment. */
export function ReconciliationPage() {
  const { reconciliationId } = useParams({ from: '/shell/reconciliations/$reconciliationId' })
  const { cursor } = useSearch({ from: '/shell/reconciliations/$reconciliationId' })
  const navigate = useNavigate({ from: '/reconciliations/$reconciliationId' })
  const mayFix = useMay()('fixDifferences')
  const page = useReconciliation(reconciliationId, cursor)
  const { found: run, error } = page
  const merchantName = useMerchantName()
  const differ = run ? run.unexplained - run.unreadable : 0
  const title = differencesTitle(page.rows, 'Differences')
  const whose = run?.merchantId ? merchantName(run.merchantId) : 'All merchants'
  return (
    <Page
      title="Comparison with the processor"
      back={<BackLink label="Reconciliation" to="/reconciliations" />}
      badge={run && <RunState run={run} />}
      lead={
        run && (
          <>
            {whose}, <Time at={run.from} /> to <Time at={run.comparedUntil} />. {comparedText(run)}
          </>
        )
      }
      actions={run && differ > 0 && !run.fix && run.state === 'done' && <TakeIn run={run} />}
    >
      {error && !run && <ProblemNote error={error} />}
      {run?.error && (
        <Note tone={run.state === 'failed' ? 'bad' : 'waiting'} role="alert">
          {run.error}
        </Note>
      )}
      {run && differ > 0 && <p>{whatToDo(run, mayFix)}</p>}
      <Card flush title={title}>
        <DataTable
          caption={title}
          columns={[...differenceColumns<FoundDifference>(one => one.note ?? one.reason), explainedColumn]}
          rows={page.rows}
          rowKey={one =>
            `${one.processor} ${one.merchantId} ${one.processorPaymentIntentId} ${one.kind} ${one.what} ${one.objectId}`
          }
          error={error}
          onRetry={page.retry}
          isStale={page.isStale}
          empty={run && <NothingFound run={run} />}
          footer={<Pager page={page} onCursor={next => void navigate({ search: { cursor: next } })} />}
        />
      </Card>
      {run && run.totals.length > 0 && (
        <Card flush title="Totals for this period">
          <DataTable
            caption="Sums by currency and kind"
            columns={totalColumns}
            rows={run.totals}
            rowKey={({ processor, currency, kind }) => `${processor} ${currency} ${kind}`}
            empty={null}
          />
        </Card>
      )}
    </Page>
  )
}

function NothingFound({ run: { state, payments, movements } }: { run: ReconciliationDetail }) {
  if (state !== 'done')
    return <EmptyState title="No differences so far">The comparison is incomplete.</EmptyState>
  if (payments + movements === 0) {
    return (
      <EmptyState title="No differences">
        There was nothing to compare: the processor has no payments in this period, and neither does svcpay.
      </EmptyState>
    )
  }
  return <EmptyState title="No differences">The ledger matches the processor.</EmptyState>
}

/** Repeats the comparison, and updates the ledger to match the processor. */
function TakeIn({ run: { from, to, merchantId } }: { run: ReconciliationDetail }) {
  const navigate = useNavigate()
  const start = useStartReconciliation()
  const body = { from, to, ...(merchantId ? { merchantId } : {}), fix: true }
  const open = () =>
    start.mutate(body, {
      onSuccess: ({ reconciliationId }) =>
        void navigate({ to: '/reconciliations/$reconciliationId', params: { reconciliationId } }),
    })
  return (
    <May action="fixDifferences">
      {start.error && <ProblemNote error={start.error} />}
      <Button loading={start.isPending} onClick={open}>
        Update the ledger to match the processor
      </Button>
    </May>
  )
}

function whatToDo({ fix, state }: ReconciliationDetail, mayFix: boolean): string {
  if (fix)
    return 'Each line says why the difference remains. An admin can explain it with a note, under Reconciliation.'
  if (state === 'running') return 'Wait until the comparison is complete.'
  const remedy = mayFix
    ? 'compare again, or update the ledger to match the processor'
    : 'compare again. If it still differs, ask an admin to update the ledger to match the processor'
  return `A change may have been in transit: ${remedy}. Nothing is ever written to the processor.`
}

function comparedText({ accounts, skippedAccounts, payments, movements }: ReconciliationDetail): string {
  const done = [counted(accounts, 'account'), counted(payments, 'payment'), counted(movements, 'movement')]
  const skipped = skippedAccounts > 0 ? `; ${counted(skippedAccounts, 'account')} could not be read` : ''
  return `Compared: ${done.join(', ')}${skipped}.`
}

type FoundDifference = ReconciliationDetail['data'][number]
type Total = ReconciliationDetail['totals'][number]

const explained: Readonly<Record<string, string>> = { event: 'Gone', fix: 'Fixed', note: 'By a note' }

const explainedColumn: Column<FoundDifference> = {
  header: 'Explained',
  from: 'sm',
  align: 'right',
  cell: ({ explainedBy }) => explained[explainedBy ?? ''] ?? 'No',
}

const totalColumns: readonly Column<Total>[] = [
  {
    header: 'Kind',
    cell: ({ processor, kind, currency, ledgerCents }) => (
      <>
        {statusText(kind)}, {currency.toUpperCase()}
        <At processor={processor} />
        <NarrowOnly>ledger {formatMoney(ledgerCents, currency)}</NarrowOnly>
      </>
    ),
  },
  { header: 'Ledger', from: 'sm', align: 'right', cell: one => formatMoney(one.ledgerCents, one.currency) },
  { header: 'Processor', align: 'right', cell: one => formatMoney(one.processorCents, one.currency) },
]
