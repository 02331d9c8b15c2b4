import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Attention, useOverview, useOverviewBefore } from '../../api/overview.ts'
import { Card } from '../../components/card.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { isInquiry } from '../../components/dispute-state.tsx'
import { type Figure, Figures } from '../../components/figures.tsx'
import { formatMoney } from '../../components/money.tsx'
import { Note, ProblemNote } from '../../components/notes.tsx'
import { counted, formatCount, mostCounted } from '../../components/numbers.ts'
import { Page } from '../../components/page.tsx'
import { Time } from '../../components/time.tsx'
import { EndpointNote } from '../callbacks/endpoint-note.tsx'
import { useBalances } from '../ledger/ledger-query.ts'
import { feeText } from '../merchants/fees.ts'
import {
  healthText,
  isFailing,
  type Merchant,
  useCallbackState,
  useMerchant,
} from '../merchants/merchant-query.ts'
import { OnboardingCard } from '../merchants/onboarding-card.tsx'
import { OwnStop } from '../merchants/own-stop.tsx'
import { CurrencySection } from '../overview/currency-section.tsx'
import { StillCounting } from '../overview/still-counting.tsx'
import { NoPayments } from '../sandbox/create-test-payment.tsx'
import { useOwnMerchant } from './own-merchant.ts'
import classes from './portal.module.css'

/** A merchant's first questions: its money, its tasks, and whether its server receives callbacks. */
export function HomePage() {
  const { merchantId, name } = useOwnMerchant()
  const [currency, setCurrency] = useState<string>()
  const { data: overview, error, refetch } = useOverview('30d')
  const { data: before } = useOverviewBefore('30d')
  const { data: merchant } = useMerchant(merchantId)
  const currencies = overview?.currencies.toSorted((a, b) => b.count - a.count) ?? []
  const chosen = currencies.find(figures => figures.currency === currency) ?? currencies[0]
  return (
    <Page title="Home" lead={name}>
      {error && !overview && <ProblemNote error={error} onRetry={refetch} />}
      {merchant && <OwnStop merchant={merchant} />}
      {merchant && merchant.onboardingStatus !== 'enabled' && <OnboardingCard merchant={merchant} />}
      {overview && <DisputesToAnswer disputes={overview.attention.disputes} />}
      <EndpointNote merchantId={merchantId} />
      <Standing merchant={merchant} merchantId={merchantId} attention={overview?.attention} />
      {overview && <StillCounting overview={overview} />}
      {!chosen && overview?.isUpToDate && merchant?.processorAccountId && (
        <Card>
          <NoPayments title="No payments in the last 30 days" />
        </Card>
      )}
      {chosen && <h2 className={classes.period}>Last 30 days</h2>}
      {chosen && overview && (
        <CurrencySection
          figures={chosen}
          others={currencies}
          span={overview}
          before={before?.currencies.find(({ currency }) => currency === chosen.currency)}
          scope={{}}
          onCurrency={setCurrency}
        />
      )}
    </Page>
  )
}

interface StandingProps {
  merchantId: string
  merchant: Merchant | undefined
  attention: Attention | undefined
}

function Standing({ merchantId, merchant, attention }: StandingProps) {
  const disputesToAnswer = attention?.disputes.length
  const deadLetters = attention?.deadLetters ?? 0
  const { data: balances } = useBalances(merchantId)
  const { data: endpoint } = useCallbackState(merchantId)
  const fails = endpoint !== undefined && isFailing(endpoint)
  const ofCurrencies: Figure[] = balances?.data.map(({ currency, merchantCents }) => ({
    name: balances.data.length > 1 ? `Earned, ${currency.toUpperCase()}` : 'Earned',
    value: <Link to="/statements">{formatMoney(merchantCents, currency)}</Link>,
    note: merchant && <EarnedMeans merchant={merchant} currency={currency} />,
  })) ?? [{ name: 'Earned', value: undefined }]
  const figures: Figure[] = [
    ...(ofCurrencies.length > 0 ? ofCurrencies : [{ name: 'Earned', value: '–', note: 'nothing yet' }]),
    {
      name: 'Disputes that need a response',
      value:
        disputesToAnswer === undefined ? undefined : (
          <Link to="/disputes">{formatCount(disputesToAnswer, mostCounted.disputesToAnswer)}</Link>
        ),
      tone: disputesToAnswer ? 'bad' : undefined,
    },
    {
      name: 'Your endpoint',
      value: endpoint && (
        <Link to={endpoint.url === null ? '/settings' : '/callbacks'}>
          {healthText(endpoint, deadLetters)}
        </Link>
      ),
      tone: fails || deadLetters > 0 ? 'bad' : undefined,
      note: fails ? (
        endpoint.failingSince && (
          <>
            since <Time at={endpoint.failingSince} />
          </>
        )
      ) : deadLetters > 0 ? (
        <Link to="/callbacks" search={{ state: 'dead' }}>
          {counted(deadLetters, 'callback', 'callbacks', mostCounted.waiting)} not delivered: redeliver
        </Link>
      ) : undefined,
    },
  ]
  return <Figures label="Summary" figures={figures} />
}

function EarnedMeans({ merchant, currency }: { merchant: Merchant; currency: string }) {
  const { processorAccountId } = merchant
  return (
    <>
      so far, after platform fees (now {feeText(merchant, [currency])} of a payment), refunds and disputes;
      the processor’s own fees and payouts are not deducted
      {processorAccountId && (
        <>
          : see your account there, <CopyableId id={processorAccountId} short />
        </>
      )}
    </>
  )
}

function DisputesToAnswer({ disputes }: { disputes: Attention['disputes'] }) {
  if (disputes.length === 0) return null
  return (
    <Note tone="bad">
      <strong>
        {counted(disputes.length, 'dispute needs', 'disputes need', mostCounted.disputesToAnswer)} your
        response.
      </strong>
      <ul className={classes.list}>
        {disputes.map(({ svcPaymentId, amountCents, currency, state, dueBy }) => (
          <li key={`${svcPaymentId} ${state} ${amountCents}`}>
            <Link to="/payments/$svcPaymentId" params={{ svcPaymentId }}>
              {formatMoney(amountCents, currency)}
            </Link>
            {isInquiry(state) && ', an inquiry'}
            {dueBy && (
              <>
                , respond by <Time at={dueBy} withZone />, <Time at={dueBy} relative />
              </>
            )}
          </li>
        ))}
      </ul>
    </Note>
  )
}
