import { NativeSelect } from '@mantine/core'
import { Filters } from '../../components/filters.tsx'
import { MerchantFilter } from '../../components/merchants.tsx'
import { ProcessorFilter } from '../../components/processors.tsx'
import { type CallbackSearch, deliveryStates } from './delivery-query.ts'
import { eventTypes, stateText } from './names.tsx'

type CallbackFilter = Pick<CallbackSearch, 'state' | 'type' | 'merchantId' | 'processor'>

interface CallbackFiltersProps {
  filters: CallbackFilter
  onChange: (filters: CallbackFilter) => void
}

export function CallbackFilters({ filters, onChange }: CallbackFiltersProps) {
  const { state, type, merchantId, processor } = filters
  const isFiltered = Boolean(state || type || merchantId || processor)
  return (
    <Filters onClear={isFiltered ? () => onChange({}) : undefined}>
      <NativeSelect
        label="State"
        value={state ?? ''}
        onChange={event => {
          const chosen = deliveryStates.find(known => known === event.currentTarget.value)
          onChange({ ...filters, state: chosen })
        }}
        data={[
          { value: '', label: 'All' },
          ...deliveryStates.map(value => ({ value, label: stateText[value] })),
        ]}
      />
      <NativeSelect
        label="Type"
        value={type ?? ''}
        onChange={event => onChange({ ...filters, type: event.currentTarget.value || undefined })}
        data={[{ value: '', label: 'All' }, ...typesWith(type)]}
      />
      <MerchantFilter value={merchantId} onChange={chosen => onChange({ ...filters, merchantId: chosen })} />
      <ProcessorFilter value={processor} onChange={chosen => onChange({ ...filters, processor: chosen })} />
    </Filters>
  )
}

/** A type that came with the address stays a choice, even if it is unknown. */
function typesWith(type: string | undefined): string[] {
  const isKnown = type === undefined || eventTypes.some(known => known === type)
  return isKnown ? [...eventTypes] : [...eventTypes, type]
}
