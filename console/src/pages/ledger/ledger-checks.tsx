import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Answer, api, bodyOf } from '../../api/client.ts'
import { command, send } from '../../api/command.ts'
import { type Attention, useOverview } from '../../api/overview.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Money } from '../../components/money.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { counted } from '../../components/numbers.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { exceptFor, UnreadableNames } from '../../components/unreadable.tsx'
import { May } from '../../session/may.tsx'
import classes from './ledger.module.css'

type Check = Answer<'verifyLedger'>

const verifyLedger = command('post', '/admin/v1/ledger/verify', { body: {} })

/** Whether every entry balances and every payment agrees with its entries, and whether the ledger matches the processor. */
export function LedgerChecks() {
  const queryClient = useQueryClient()
  const { data: overview } = useOverview('24h')
  const verify = useMutation({
    mutationFn: () => send(verifyLedger),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['overview'] }),
  })
  const last = verify.data ?? overview?.attention.lastLedgerCheck ?? null
  return (
    <Card>
      <CheckRow
        name="Ledger and payments"
        what="Verifies that every entry adds up, and that every payment agrees with its entries, refunds and disputes, for all merchants. It changes nothing."
        action={
          <May action="verifyLedger">
            <CopyAs command={verifyLedger} />
            <Button loading={verify.isPending} onClick={() => verify.mutate()}>
              Verify ledger
            </Button>
          </May>
        }
      >
        <CheckBadge last={last} isPending={verify.isPending} />
        {last && (
          <span>
            Verified <Time at={last.at} />: {counted(last.entries, 'entry', 'entries')}, one per movement of
            money, and {counted(last.checked, 'payment')}
          </span>
        )}
      </CheckRow>
      {verify.error && <ProblemNote error={verify.error} />}
      {verify.data && verify.data.problems.length > 0 && <Problems problems={verify.data.problems} />}
      <CheckRow
        name="Ledger and processor"
        what="Compares payments, refunds, platform fees and dispute amounts. The processor’s own fees, such as its fee for a dispute, are not in this ledger."
        action={<Link to="/reconciliations">Reconciliation</Link>}
      >
        {overview && <Comparison attention={overview.attention} />}
      </CheckRow>
    </Card>
  )
}

interface CheckRowProps {
  name: string
  what: string
  action: ReactNode
  /** The last result. */
  children: ReactNode
}

function CheckRow({ name, what, action, children }: CheckRowProps) {
  return (
    <div className={classes.check}>
      <div>
        <strong>{name}</strong>
        <p className={classes.why}>{what}</p>
      </div>
      <div className={classes.choices}>{action}</div>
      <div className={classes.result} role="status">
        {children}
      </div>
    </div>
  )
}

/** As many days as the button under Reconciliation compares. */
const longestDays = 31
const dayMs = 86_400_000

/** The newest payment that was never compared. */
const earlierPayments = (createdTo: string) => ({
  queryKey: ['payments', 'before', createdTo],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    bodyOf(api.GET('/admin/v1/payments', { params: { query: { createdTo, limit: 1 } }, signal })),
})

/** The combined result of the comparisons with the processor. */
function Comparison({ attention }: { attention: Attention }) {
  const { booksDiffer, booksUnreadable, readableEqualSince, readableEqualUntil } = attention
  const earlier = useQuery({
    ...earlierPayments(readableEqualSince ?? ''),
    enabled: readableEqualSince !== null,
  })
  const unreadable = booksUnreadable > 0 && <Unreadable attention={attention} />
  if (booksDiffer > booksUnreadable) {
    const label = counted(booksDiffer - booksUnreadable, 'unexplained difference')
    return (
      <>
        <StatusBadge status="books" tone="bad" label={label} />
        {unreadable}
      </>
    )
  }
  if (!readableEqualSince) {
    const label = readableEqualUntil ? 'Partly compared' : `Not compared${unreadable ? '' : ' yet'}`
    return (
      <>
        <StatusBadge status="unknown" label={label} />
        {unreadable}
      </>
    )
  }
  const isLong = Date.parse(readableEqualUntil ?? '') - Date.parse(readableEqualSince) >= longestDays * dayMs
  return (
    <>
      <StatusBadge
        status="books"
        tone={booksUnreadable > 0 ? 'waiting' : 'good'}
        label={`Match${exceptFor(booksUnreadable)}`}
      />
      <span>
        compared from <Time at={readableEqualSince} /> to <Time at={readableEqualUntil} />
      </span>
      {unreadable}
      <span className={classes.why}>
        {!earlier.isPending &&
          earlier.data?.data.length !== 0 &&
          `Earlier payments are not included${isLong ? '.' : ': to compare more, use “Compare the last 31 days” under Reconciliation.'} `}
        A comparison leaves out its last two minutes, because the processor may list new payments late; the
        next one includes them.
      </span>
    </>
  )
}

function Unreadable({ attention }: { attention: Attention }) {
  return (
    <Link to="/reconciliations">
      {counted(attention.booksUnreadable, 'account')} could not be compared
      <UnreadableNames attention={attention} />
    </Link>
  )
}

function CheckBadge({ last, isPending }: { last: { ok: boolean } | null; isPending: boolean }) {
  if (isPending) return <StatusBadge status="processing" label="Verifying…" />
  if (!last) return <StatusBadge status="unknown" label="Not verified yet" />
  return (
    <StatusBadge
      status="ledger"
      tone={last.ok ? 'good' : 'bad'}
      label={last.ok ? 'Balanced' : 'Not balanced'}
    />
  )
}

function Problems({ problems }: { problems: Check['problems'] }) {
  return (
    <ul className={classes.problems}>
      {problems.map(({ svcPaymentId, currency, what, paymentCents, ledgerCents }) => (
        <li key={`${svcPaymentId} ${what}`}>
          <IdLink id={svcPaymentId} /> {what}: the payment says{' '}
          <Money cents={paymentCents} currency={currency} />, the ledger says{' '}
          <Money cents={ledgerCents} currency={currency} />
        </li>
      ))}
    </ul>
  )
}
