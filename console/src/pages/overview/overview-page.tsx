import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMerchantNames } from '../../api/merchants.ts'
import { type Overview, type Period, periods, startOf, useOverview } from '../../api/overview.ts'
import { Card } from '../../components/card.tsx'
import { Page } from '../../components/page.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { FirstPayment } from '../sandbox/first-payment.tsx'
import { AttentionCard } from './attention-card.tsx'
import { CallbackHealth } from './callback-health.tsx'
import { CurrencySection } from './currency-section.tsx'
import { DeclineReasons } from './decline-reasons.tsx'
import classes from './overview-page.module.css'
import { OverviewPlaceholder } from './overview-placeholder.tsx'

const periodLabels: Readonly<Record<Period, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
}

export function OverviewPage() {
  const { period = '7d', merchantId, currency } = useSearch({ from: '/shell/' })
  const navigate = useNavigate({ from: '/' })
  const { data, error, refetch } = useOverview(period, merchantId)
  const set = (change: object) =>
    void navigate({ search: before => ({ ...before, ...change }), replace: true })
  return (
    <Page
      title="Overview"
      actions={
        <>
          <MerchantChoice value={merchantId} onChange={merchantId => set({ merchantId })} />
          <SegmentedControl
            aria-label="Period"
            data={periods.map(value => ({ value, label: periodLabels[value] }))}
            value={period}
            onChange={period => set({ period })}
          />
        </>
      }
    >
      {error && !data && <ProblemNote error={error} onRetry={refetch} />}
      {!data && !error && <OverviewPlaceholder />}
      {data && (
        <Figures
          overview={data}
          since={startOf(period)}
          merchantId={merchantId}
          currency={currency}
          onCurrency={currency => set({ currency })}
        />
      )}
    </Page>
  )
}

interface FiguresProps {
  overview: Overview
  since: Date
  merchantId: string | undefined
  currency: string | undefined
  onCurrency: (currency: string) => void
}

function Figures({ overview, since, merchantId, currency, onCurrency }: FiguresProps) {
  const { attention, callbacks, declines, bucket } = overview
  const currencies = overview.currencies.toSorted((a, b) => b.count - a.count)
  const chosen = currencies.find(figures => figures.currency === currency) ?? currencies[0]
  return (
    <>
      <AttentionCard attention={attention} />
      {chosen ? (
        <CurrencySection
          figures={chosen}
          others={currencies}
          bucket={bucket}
          since={since}
          merchantId={merchantId}
          onCurrency={onCurrency}
        />
      ) : (
        <Card>
          <FirstPayment />
        </Card>
      )}
      <div className={classes.pair}>
        <CallbackHealth callbacks={callbacks} bucket={bucket} />
        <DeclineReasons declines={declines} merchantId={merchantId} />
      </div>
    </>
  )
}

interface MerchantChoiceProps {
  value: string | undefined
  onChange: (merchantId: string | undefined) => void
}

function MerchantChoice({ value = '', onChange }: MerchantChoiceProps) {
  const merchants = useMerchantNames()
  return (
    <NativeSelect
      aria-label="Merchant"
      value={value}
      onChange={event => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: 'All merchants' },
        ...merchants.map(({ merchantId, name }) => ({ value: merchantId, label: name })),
      ]}
    />
  )
}
