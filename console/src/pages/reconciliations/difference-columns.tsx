import type { ReactNode } from 'react'
import { type Column, NarrowOnly, RowLink, SecondLine } from '../../components/data-table.tsx'
import { formatMoney } from '../../components/money.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
import type { ReconciliationDetail } from './reconciliation-query.ts'

/** The fields common to the differences of a run and to the list of all. */
type Difference = Omit<ReconciliationDetail['data'][number], 'fixed' | 'reason'>

const isUnreadable = ({ what }: Difference) => what === 'unreadable'

/** The title of a list. */
export const differencesTitle = (rows: readonly Difference[] = [], title: string) =>
  rows.length > 0 && rows.every(isUnreadable) ? 'Accounts that could not be compared' : title

const unreadableAdvice =
  'It cannot be read at the processor: it was disconnected or closed, or the platform’s key has no access to it. Its payments, refunds and disputes were not compared, and are not in the totals; its platform fees were compared. Once it can be read, compare again; otherwise, an admin can explain why with a note, under Reconciliation.'

/** Amounts as money, statuses as words. A whole account has neither. */
function said({ kind, what, currency }: Difference, value: string | null): string {
  if (value === null) return kind === 'account' ? '–' : 'nothing'
  if (what === 'status') return statusText(value)
  return currency && /^-?\d+$/.test(value) ? formatMoney(Number(value), currency) : value.toUpperCase()
}

/** Names the missing object and its place, or the difference. */
function textOf({ kind, what }: Difference): string {
  if (what === 'missing_here') return `${statusText(kind)} is not in the ledger`
  if (what === 'missing_there') return `${statusText(kind)} is not at the processor`
  if (what === 'posted') return `${statusText(kind)} is posted with a different amount`
  if (what === 'duplicate') return `${statusText(kind)} with the id of another payment`
  if (what === 'unreadable') return 'Account could not be compared'
  return `${statusText(kind)}: ${what}`
}

/** The payment in our database, unless it is missing. */
function paymentOf({ kind, what, svcPaymentId, explainedAt }: Difference): string | null {
  const isUnknown = ['payment', 'fee'].includes(kind) && what === 'missing_here' && explainedAt === null
  return isUnknown ? null : svcPaymentId
}

function Described({ one }: { one: Difference }) {
  const { merchantId } = one
  if (isUnreadable(one)) {
    return (
      <RowLink to="/merchants/$merchantId" params={{ merchantId }}>
        {textOf(one)}
      </RowLink>
    )
  }
  const svcPaymentId = paymentOf(one)
  if (!svcPaymentId) return <strong>{textOf(one)}</strong>
  return (
    <RowLink to="/payments/$svcPaymentId" params={{ svcPaymentId }}>
      {textOf(one)}
    </RowLink>
  )
}

/** Shown if there are several processors. */
export function At({ processor }: { processor: string }) {
  const { processors } = useSignedIn()
  return processors.length > 1 && <SecondLine>at {processor}</SecondLine>
}

function Whose({ one }: { one: Difference }) {
  const merchantName = useMerchantName()
  return <>{merchantName(one.merchantId)}</>
}

/** The columns, with a note below each difference. */
export const differenceColumns = <One extends Difference>(
  note: (one: One) => ReactNode,
): readonly Column<One>[] => [
  {
    header: 'Found',
    cell: one => (
      <>
        <Described one={one} />
        {one.objectId && (
          <SecondLine>
            <code>{one.objectId}</code>
          </SecondLine>
        )}
        {note(one) && <SecondLine>{note(one)}</SecondLine>}
        <At processor={one.processor} />
        <NarrowOnly clip>
          <Whose one={one} />
        </NarrowOnly>
        {one.kind !== 'account' && (
          <NarrowOnly>
            ledger: {said(one, one.ours)}, processor: {said(one, one.theirs)}
          </NarrowOnly>
        )}
        {isUnreadable(one) && one.explainedAt === null && <SecondLine>{unreadableAdvice}</SecondLine>}
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
  { header: 'Ledger', from: 'sm', align: 'right', cell: one => said(one, one.ours) },
  { header: 'Processor', from: 'sm', align: 'right', cell: one => said(one, one.theirs) },
]
