import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Attention } from '../../api/overview.ts'
import { Card } from '../../components/card.tsx'
import { isInquiry } from '../../components/dispute-state.tsx'
import { FailingEndpoint } from '../../components/failing-endpoint.tsx'
import { MerchantLink } from '../../components/merchants.tsx'
import { formatMoney } from '../../components/money.tsx'
import { counted, mostCounted } from '../../components/numbers.ts'
import { Time } from '../../components/time.tsx'
import { UnreadableNames } from '../../components/unreadable.tsx'
import { Suspension } from '../merchants/suspension.tsx'
import classes from './attention-card.module.css'
import { DeadLetters } from './dead-letters.tsx'
import { Declining, type Failing } from './declining.tsx'
import { LastChecks } from './last-checks.tsx'
import { StuckMerchant } from './stuck-merchant.tsx'

interface AttentionCardProps {
  attention: Attention
  failing: readonly Failing[]
  merchantId: string | undefined
}

/** Everything that needs attention, above the figures. */
export function AttentionCard(props: AttentionCardProps) {
  const { attention } = props
  const items = attentionItems(props)
  return (
    <Card title="Needs attention" aside={<LastChecks attention={attention} />}>
      {items.length === 0 ? (
        <p className={classes.clear}>All clear: nothing failed, nothing is waiting for you.</p>
      ) : (
        <ul className={classes.items}>
          {items.map(({ key, tone, content }) => (
            <li key={key} data-tone={tone}>
              {content}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface AttentionItem {
  key: string
  tone: 'bad' | 'waiting'
  content: ReactNode
}

/** Further rows are behind a link, so that they do not push everything else off the screen. */
const shownDisputes = 5

/** The most urgent first. Each links to the place where it can be fixed. */
function attentionItems({ attention, failing, merchantId }: AttentionCardProps): AttentionItem[] {
  const { deadLetters, openOperations, unreadEvents, restoredPayments, lastLedgerCheck } = attention
  const { booksDiffer, booksUnreadable } = attention
  const items: (AttentionItem | false)[] = [
    lastLedgerCheck !== null &&
      !lastLedgerCheck.ok && {
        key: 'ledger',
        tone: 'bad',
        content: <Link to="/ledger">The ledger did not balance when it was last verified</Link>,
      },
    booksDiffer > booksUnreadable && {
      key: 'books',
      tone: 'bad',
      content: (
        <Link to="/reconciliations" search={{ merchantId }}>
          {counted(booksDiffer - booksUnreadable, 'unexplained difference')} between the ledger and the
          processor
        </Link>
      ),
    },
    ...attention.refusedWebhooks.map(refusalItem),
    ...attention.disputes.slice(0, shownDisputes).map(dispute => disputeItem(dispute, { merchantId })),
    attention.disputes.length > shownDisputes && {
      key: 'disputes',
      tone: 'bad',
      content: (
        <Link to="/disputes" search={{ merchantId }}>
          All disputes that need a response
        </Link>
      ),
    },
    deadLetters > 0 && {
      key: 'dead',
      tone: 'bad',
      content: <DeadLetters count={deadLetters} merchantId={merchantId} />,
    },
    ...attention.failingEndpoints.map(endpointItem),
    // The other failures have items of their own.
    ...failing
      .filter(one => one.problem === 'payments' && (!merchantId || one.merchantId === merchantId))
      .map(merchant => ({
        key: `declines ${merchant.merchantId}`,
        tone: 'bad' as const,
        content: <Declining merchant={merchant} />,
      })),
    openOperations > 0 && {
      key: 'operations',
      tone: 'waiting',
      content: (
        <>
          {counted(openOperations, 'operation', 'operations', mostCounted.waiting)} with an unknown outcome;
          the service will ask the processor again automatically
        </>
      ),
    },
    unreadEvents > 0 && {
      key: 'unread',
      tone: 'waiting',
      content: (
        <>
          {counted(unreadEvents, 'event', 'events', mostCounted.waiting)} from this period could not be read
        </>
      ),
    },
    attention.incompleteHistories > 0 && {
      key: 'history',
      tone: 'waiting',
      content: (
        <>
          The database was restored: the history of {counted(attention.incompleteHistories, 'merchant')} may
          be incomplete until the service has restored it from the processor
        </>
      ),
    },
    restoredPayments > 0 && {
      key: 'restored',
      tone: 'bad',
      content: (
        <>
          Restored from the processor in this period:{' '}
          {counted(restoredPayments, 'payment', 'payments', mostCounted.waiting)} missing from this database
        </>
      ),
    },
    booksUnreadable > 0 && {
      key: 'unreadable',
      tone: 'waiting',
      content: (
        <>
          <Link to="/reconciliations" search={{ merchantId }}>
            {counted(booksUnreadable, 'account')} could not be compared with the processor
          </Link>
          <UnreadableNames attention={attention} />
        </>
      ),
    },
    ...attention.suspendedMerchants.map(merchant => stoppedItem(merchant, 'has been suspended')),
    ...attention.disabledMerchants.map(merchant =>
      stoppedItem(merchant, 'takes no new payments: its account has been disabled'),
    ),
    ...attention.stuckMerchants.map(
      (merchant): AttentionItem => ({
        key: `merchant ${merchant.merchantId}`,
        tone: 'waiting',
        content: <StuckMerchant merchant={merchant} />,
      }),
    ),
  ]
  return items.filter(item => item !== false)
}

function refusalItem(refusal: Attention['refusedWebhooks'][number]): AttentionItem {
  const { processor, reason, listensTo, since, lastAt } = refusal
  return {
    key: `webhooks ${processor} ${reason} ${listensTo}`,
    tone: 'bad',
    content: (
      <>
        Webhooks from {processor} have been refused since <Time at={since} />, most recently{' '}
        <Time at={lastAt} relative />:{' '}
        {reason === 'late'
          ? 'signed too long ago; check this machine’s clock'
          : `wrong signature; check the secret of the ${listensTo === 'platform' ? 'platform endpoint' : 'connected-accounts endpoint'}`}
      </>
    ),
  }
}

function disputeItem(
  dispute: Attention['disputes'][number],
  scope: { merchantId: string | undefined },
): AttentionItem {
  const { svcPaymentId, merchantId, amountCents, currency, state, dueBy } = dispute
  return {
    key: `dispute ${svcPaymentId} ${state} ${amountCents}`,
    tone: 'bad',
    content: (
      <>
        <Link to="/payments/$svcPaymentId" params={{ svcPaymentId }}>
          {isInquiry(state) ? 'Inquiry about' : 'Dispute of'} {formatMoney(amountCents, currency)}
        </Link>
        , <MerchantLink merchantId={merchantId} />
        {dueBy && (
          <>
            ,{' '}
            <Link to="/disputes" search={scope}>
              respond by <Time at={dueBy} withZone />, <Time at={dueBy} relative />
            </Link>
          </>
        )}
      </>
    ),
  }
}

function endpointItem(endpoint: Attention['failingEndpoints'][number]): AttentionItem {
  return {
    key: `endpoint ${endpoint.merchantId}`,
    tone: 'bad',
    content: <FailingEndpoint endpoint={endpoint} />,
  }
}

function stoppedItem(merchant: Attention['suspendedMerchants'][number], how: string): AttentionItem {
  const { merchantId, name, ...suspension } = merchant
  return {
    key: `stopped ${merchantId}`,
    tone: 'waiting',
    content: (
      <>
        <Link to="/merchants/$merchantId" params={{ merchantId }}>
          {name}
        </Link>{' '}
        <strong>{how}</strong> <Suspension {...suspension} />
      </>
    ),
  }
}
