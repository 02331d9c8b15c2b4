import { NativeSelect, TextInput } from '@mantine/core'
import { Filters, TextFilter } from '../../components/filters.tsx'
import { MerchantFilter } from '../../components/merchants.tsx'
import { currencies, parseMoney } from '../../components/money.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { currencyOf } from './list-query.ts'
import type { PaymentFilters } from './route.ts'

const statuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'partially_refunded',
  'refunded',
  'canceled',
]

interface PaymentFilterFieldsProps {
  filters: PaymentFilters
  onChange: (changed: PaymentFilters) => void
  onClear: () => void
}

export function PaymentFilterFields({ filters, onChange, onClear }: PaymentFilterFieldsProps) {
  const set = (name: keyof PaymentFilters) => (value: string | undefined) =>
    onChange({ [name]: value || undefined })
  const currency = currencyOf(filters)
  const amountField = (label: string, name: 'amountFrom' | 'amountTo') => {
    const typed = filters[name]
    return (
      <TextFilter
        label={label}
        inputMode="decimal"
        value={typed}
        onChange={set(name)}
        error={typed && currency && parseMoney(typed, currency) === null && 'Not an amount'}
        rightSection={currency?.toUpperCase()}
        rightSectionWidth="3rem"
      />
    )
  }
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'cursor' && value)
  return (
    <Filters onClear={isFiltered ? onClear : undefined}>
      <MerchantFilter value={filters.merchantId} onChange={set('merchantId')} />
      <NativeSelect
        label="Status"
        value={filters.status ?? ''}
        onChange={event => set('status')(event.currentTarget.value)}
        data={[
          { value: '', label: 'All' },
          ...statuses.map(status => ({ value: status, label: statusText(status) })),
        ]}
      />
      <NativeSelect
        label="Method"
        value={filters.method ?? ''}
        onChange={event => set('method')(event.currentTarget.value)}
        data={[
          { value: '', label: 'All' },
          { value: 'automatic', label: 'Charged at once' },
          { value: 'manual', label: 'Captured later' },
        ]}
      />
      <TextFilter
        label="Order reference"
        value={filters.orderRef}
        onChange={set('orderRef')}
        maxLength={500}
      />
      <NativeSelect
        label="Currency"
        value={currency ?? ''}
        onChange={event => set('currency')(event.currentTarget.value)}
        data={[
          { value: '', label: 'All' },
          ...currencies().map(code => ({ value: code, label: code.toUpperCase() })),
        ]}
      />
      {amountField('Amount from', 'amountFrom')}
      {amountField('Amount to', 'amountTo')}
      <TextInput
        type="date"
        label="Created from"
        value={filters.createdFrom ?? ''}
        onChange={event => set('createdFrom')(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="Created to"
        value={filters.createdTo ?? ''}
        onChange={event => set('createdTo')(event.currentTarget.value)}
      />
    </Filters>
  )
}
