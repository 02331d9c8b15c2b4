import { Fragment } from 'react'
import { choices } from '../../api/choices.ts'
import { Checkbox } from '../../components/fields.tsx'
import { DayFilter, Filters, SelectFilter, TextFilter } from '../../components/filters.tsx'
import { MerchantFilter } from '../../components/merchants.tsx'
import { amountHint, currencies, parseMoney } from '../../components/money.tsx'
import { ProcessorFilter } from '../../components/processors.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { useSignedIn } from '../../session/session.ts'
import { captureMethods } from './capture-methods.ts'
import { currencyOf, type PaymentFilters } from './list-query.ts'
import classes from './payment-filters.module.css'

interface PaymentFilterFieldsProps {
  filters: PaymentFilters
  onChange: (changed: PaymentFilters) => void
  onClear: () => void
}

/** A declined payment has this status too, but its badge says "Declined". */
const isUnpaid = 'requires_payment_method'

const statuses = choices.listAllPayments.status.map(status => ({
  value: status,
  label: status === isUnpaid ? `${statusText(status)} or declined` : statusText(status),
}))

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
        error={typed && currency && parseMoney(typed, currency) === null && amountHint(typed, currency)}
        rightSection={currency?.toUpperCase()}
        rightSectionWidth="3rem"
      />
    )
  }
  const dayField = (label: string, name: 'createdFrom' | 'createdTo' | 'disputedFrom' | 'refundedFrom') => (
    <DayFilter label={label} value={filters[name]} onChange={set(name)} />
  )
  /** Also checked if there is a start day. */
  const flag = (label: string, name: 'disputed' | 'refunded', since: 'disputedFrom' | 'refundedFrom') => (
    <Checkbox
      key={name}
      label={label}
      className={classes.flag}
      checked={filters[name] === 'true' || filters[since] !== undefined}
      onChange={event =>
        onChange(event.currentTarget.checked ? { [name]: 'true' } : { [name]: undefined, [since]: undefined })
      }
    />
  )
  const { processors } = useSignedIn()
  const processor = {
    name: 'Processor',
    isActive: filters.processor !== undefined,
    fields: <ProcessorFilter key="processor" value={filters.processor} onChange={set('processor')} />,
  }
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'cursor' && value)
  const more = [
    ...(processors.length > 1 ? [processor] : []),
    {
      name: 'Refunded',
      isActive: Boolean(filters.refunded || filters.refundedFrom),
      onAdd: () => onChange({ refunded: 'true' }),
      fields: (
        <Fragment key="refunded">
          {flag('Refunded in full or in part', 'refunded', 'refundedFrom')}
          {dayField('Refunded from', 'refundedFrom')}
        </Fragment>
      ),
    },
    {
      name: 'Disputed in a period',
      isActive: Boolean(filters.disputedFrom),
      fields: <Fragment key="disputed">{dayField('Disputed from', 'disputedFrom')}</Fragment>,
    },
    {
      name: 'Capture mode',
      isActive: filters.method !== undefined,
      fields: (
        <SelectFilter
          key="capture"
          label="Capture mode"
          value={filters.method}
          onChange={set('method')}
          choices={captureMethods}
        />
      ),
    },
    {
      name: 'Amount',
      isActive: currency !== undefined,
      fields: (
        <Fragment key="amount">
          <SelectFilter
            label="Currency"
            value={currency}
            onChange={set('currency')}
            choices={currencies().map(code => ({ value: code, label: code.toUpperCase() }))}
          />
          {amountField('Amount from', 'amountFrom')}
          {amountField('Amount to', 'amountTo')}
        </Fragment>
      ),
    },
    {
      name: 'Created',
      isActive: Boolean(filters.createdFrom || filters.createdTo),
      fields: (
        <Fragment key="created">
          {dayField('Created from', 'createdFrom')}
          {dayField('Created to', 'createdTo')}
        </Fragment>
      ),
    },
  ]
  return (
    <Filters onClear={isFiltered ? onClear : undefined} more={more}>
      <MerchantFilter value={filters.merchantId} onChange={set('merchantId')} />
      <SelectFilter label="Status" value={filters.status} onChange={set('status')} choices={statuses} />
      <TextFilter
        label="Order reference"
        value={filters.orderRef}
        onChange={set('orderRef')}
        maxLength={500}
      />
      {flag('Disputed', 'disputed', 'disputedFrom')}
    </Filters>
  )
}
