import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type Overview,
  type Period,
  periods,
  type Scope,
  useOverview,
  useOverviewBefore,
} from '../../api/overview.ts'
import { Card } from '../../components/card.tsx'
import { MerchantFilter } from '../../components/merchants.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { Page } from '../../components/page.tsx'
import { ProcessorFilter } from '../../components/processors.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { NoPayments } from '../sandbox/create-test-payment.tsx'
import { AttentionCard } from './attention-card.tsx'
import { CallbackHealth } from './callback-health.tsx'
import { CurrencySection } from './currency-section.tsx'
import { DeclineReasons } from './decline-reasons.tsx'
import { type Failing, useFailing } from './declining.tsx'
import classes from './overview-page.module.css'
import { StillCounting } from './still-counting.tsx'

const periodLabels: Readonly<Record<Period, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
}

export function OverviewPage() {
  const { period: asked = '7d', merchantId, processor, currency } = useSearch({ from: '/shell/' })
  const offered = processor ? periods.filter(value => value !== '90d') : periods
  const period = offered.find(value => value === asked) ?? '30d'
  const navigate = useNavigate({ from: '/' })
  const scope = { merchantId, processor }
  const { data, error, refetch } = useOverview(period, scope)
  const { data: before } = useOverviewBefore(period, scope)
  const { data: failing, isPending } = useFailing()
  const set = (change: object) =>
    void navigate({ search: before => ({ ...before, ...change }), replace: true })
  return (
    <Page
      title="Overview"
      actions={
        <>
          <MerchantFilter
            label={null}
            aria-label="Merchant"
            none="All merchants"
            value={merchantId}
            onChange={merchantId => set({ merchantId })}
          />
          <ProcessorFilter
            label={null}
            aria-label="Processor"
            value={processor}
            onChange={processor => set({ processor })}
          />
          <Segmented
            aria-label="Period"
            data={offered.map(value => ({ value, label: periodLabels[value] }))}
            value={period}
            onChange={period => set({ period })}
          />
        </>
      }
    >
      {error && !data && <ProblemNote error={error} onRetry={refetch} />}
      {(!data || isPending) && !error && <OverviewPlaceholder />}
      {data && !isPending && (
        <Figures
          overview={data}
          failing={failing?.data ?? []}
          before={before}
          scope={scope}
          currency={currency}
          onCurrency={currency => set({ currency })}
        />
      )}
    </Page>
  )
}

interface FiguresProps {
  overview: Overview
  failing: readonly Failing[]
  before: Overview | undefined
  scope: Scope
  currency: string | undefined
  onCurrency: (currency: string) => void
}

function Figures({ overview, failing, before, scope, currency, onCurrency }: FiguresProps) {
  const { attention, callbacks, declines, isUpToDate } = overview
  const currencies = overview.currencies.toSorted((a, b) => b.count - a.count)
  const chosen = currencies.find(figures => figures.currency === currency) ?? currencies[0]
  return (
    <>
      <StillCounting overview={overview} />
      <AttentionCard attention={attention} failing={failing} merchantId={scope.merchantId} />
      {chosen ? (
        <CurrencySection
          figures={chosen}
          others={currencies}
          span={overview}
          before={before?.currencies.find(({ currency }) => currency === chosen.currency)}
          scope={scope}
          onCurrency={onCurrency}
        />
      ) : (
        isUpToDate && (
          <Card>
            <NoPayments title="No payments in this period" />
          </Card>
        )
      )}
      <div className={classes.pair}>
        <CallbackHealth
          callbacks={callbacks}
          failing={attention.failingEndpoints.length}
          isUpToDate={isUpToDate}
          span={overview}
          scope={scope}
        />
        <DeclineReasons
          declines={declines}
          isUpToDate={isUpToDate}
          hasSeveralCurrencies={currencies.length > 1}
          from={overview.from}
          scope={scope}
        />
      </div>
    </>
  )
}

/** As tall as the content that replaces it. */
function OverviewPlaceholder() {
  return (
    <>
      <Skeleton height="7rem" radius="lg" />
      <Skeleton height="26rem" radius="lg" />
      <div className={classes.pair}>
        <Skeleton height="22rem" radius="lg" />
        <Skeleton height="22rem" radius="lg" />
      </div>
    </>
  )
}
