import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable, NarrowOnly, RowLink, SecondLine } from '../../components/data-table.tsx'
import { Pager } from '../../components/keyset-pages.tsx'
import { formatMoney } from '../../components/money.tsx'
import { EmptyState, Note, ProblemNote } from '../../components/notes.tsx'
import { counted } from '../../components/numbers.ts'
import { Page } from '../../components/page.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { May } from '../../session/may.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
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
  const page = useReconciliation(reconciliationId, cursor)
  const { found: run, error } = page
  const merchantName = useMerchantName()
  const whose = run?.merchantId ? merchantName(run.merchantId) : 'All merchants'
  return (
    <Page
      title="Comparison with the processor"
      back={<Link to="/reconciliations">Reconciliation</Link>}
      badge={run && <RunState run={run} />}
      lead={
        run && (
          <>
            {whose}, <Time at={run.from} /> to <Time at={run.to} />. {comparedText(run)}
          </>
        )
      }
      actions={run && run.unfixed > 0 && !run.fix && run.state === 'done' && <TakeIn run={run} />}
    >
      {error && !run && <ProblemNote error={error} />}
      {run?.error && (
        <Note tone={run.state === 'failed' ? 'bad' : 'waiting'} role="alert">
          {run.error}
        </Note>
      )}
      {run && run.unfixed > 0 && <p>{whatToDo(run)}</p>}
      <Card flush title="Differences">
        <DataTable
          caption="Differences"
          columns={run?.fix ? [...differenceColumns, fixedColumn] : differenceColumns}
          rows={page.rows}
          rowKey={one =>
            `${one.processor} ${one.merchantId} ${one.processorPaymentIntentId} ${one.kind} ${one.what} ${one.objectId}`
          }
          error={error}
          onRetry={page.retry}
          isStale={page.isStale}
          empty={<NothingFound isDone={run?.state === 'done'} />}
          footer={<Pager page={page} onCursor={next => void navigate({ search: { cursor: next } })} />}
        />
      </Card>
      {run && run.totals.length > 0 && (
        <Card flush title="What moved">
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

function NothingFound({ isDone }: { isDone: boolean }) {
  if (!isDone) return <EmptyState title="Nothing differs so far">Not everything is compared.</EmptyState>
  return (
    <EmptyState title="Nothing differs">What the processor has and the books have is the same.</EmptyState>
  )
}

/** The same comparison again, which takes in what the processor says. */
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
        Take in what the processor says
      </Button>
    </May>
  )
}

function whatToDo({ fix, state }: ReconciliationDetail): string {
  if (fix) return 'What is left could not be taken in. Each line says why.'
  if (state === 'running') return 'Wait until everything is compared.'
  return 'A change may have been on its way: compare again, or take in what the processor says. Nothing is ever written to the processor.'
}

function comparedText({ accounts, skippedAccounts, payments, movements }: ReconciliationDetail): string {
  const done = [counted(accounts, 'account'), counted(payments, 'payment'), counted(movements, 'movement')]
  const skipped =
    skippedAccounts > 0 ? `; ${counted(skippedAccounts, 'account')} left out, no longer connected` : ''
  return `Compared: ${done.join(', ')}${skipped}.`
}

type Difference = ReconciliationDetail['data'][number]
type Total = ReconciliationDetail['totals'][number]

/** Amounts as money, statuses as words. */
function said({ what, currency }: Difference, value: string | null): string {
  if (value === null) return 'nothing'
  if (what === 'status') return statusText(value)
  return currency && /^-?\d+$/.test(value) ? formatMoney(Number(value), currency) : value.toUpperCase()
}

/** What is missing where, or what differs. */
function textOf({ kind, what, objectId }: Difference): string {
  if (kind === 'total') {
    // sums are told apart by currency and kind, such as `usd refund`
    const [currency = '', moved = ''] = objectId.split(' ')
    return `Total: ${statusText(moved).toLowerCase()}, ${currency.toUpperCase()}`
  }
  if (what === 'missing_here') return `${statusText(kind)} is not in the books`
  if (what === 'missing_there') return `${statusText(kind)} is not at the processor`
  return `${statusText(kind)}: ${what}`
}

/** Its payment here, unless that is what is missing. */
function paymentOf({ kind, what, svcPaymentId, fixed }: Difference): string | null {
  const isUnknown = kind === 'payment' && what === 'missing_here' && !fixed
  return isUnknown ? null : svcPaymentId
}

function Described({ one }: { one: Difference }) {
  const svcPaymentId = paymentOf(one)
  if (!svcPaymentId) return <strong>{textOf(one)}</strong>
  return (
    <RowLink to="/payments/$svcPaymentId" params={{ svcPaymentId }}>
      {textOf(one)}
    </RowLink>
  )
}

/** Where there are several processors. */
function At({ processor }: { processor: string }) {
  const { processors } = useSignedIn()
  return processors.length > 1 && <SecondLine>at {processor}</SecondLine>
}

function Whose({ one }: { one: Difference }) {
  const merchantName = useMerchantName()
  return <>{merchantName(one.merchantId)}</>
}

const differenceColumns: readonly Column<Difference>[] = [
  {
    header: 'Difference',
    cell: one => (
      <>
        <Described one={one} />
        {one.kind !== 'total' && one.objectId && (
          <SecondLine>
            <code>{one.objectId}</code>
          </SecondLine>
        )}
        {one.note && <SecondLine>{one.note}</SecondLine>}
        <At processor={one.processor} />
        <NarrowOnly>
          books: {said(one, one.ours)}
          {one.fixed && ', fixed'}
        </NarrowOnly>
      </>
    ),
  },
  {
    header: 'Payment',
    from: 'md',
    clip: true,
    cell: one => <code>{paymentOf(one) ?? (one.processorPaymentIntentId || '–')}</code>,
  },
  { header: 'Merchant', from: 'lg', clip: true, cell: one => <Whose one={one} /> },
  { header: 'Books', from: 'sm', align: 'right', cell: one => said(one, one.ours) },
  { header: 'Processor', align: 'right', cell: one => said(one, one.theirs) },
]

/** Of a comparison that takes in what the processor says. */
const fixedColumn: Column<Difference> = {
  header: 'Fixed',
  from: 'sm',
  align: 'right',
  cell: ({ fixed }) => (fixed ? 'Yes' : 'No'),
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
