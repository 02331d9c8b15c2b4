import { DayFilter, Filters, SelectFilter } from '../../components/filters.tsx'
import { MerchantFilter } from '../../components/merchants.tsx'
import { ProcessorFilter } from '../../components/processors.tsx'
import { type CallbackSearch, deliveryStates } from './delivery-query.ts'
import { eventTypes, stateText } from './names.tsx'

type CallbackFilter = Pick<CallbackSearch, 'state' | 'type' | 'merchantId' | 'processor' | 'createdFrom'>

interface CallbackFiltersProps {
  filters: CallbackFilter
  onChange: (filters: CallbackFilter) => void
  /** Only callbacks have this filter. */
  hasQueued: boolean
}

export function CallbackFilters({ filters, onChange, hasQueued }: CallbackFiltersProps) {
  const { state, type, merchantId, processor, createdFrom } = filters
  const isFiltered = Boolean(state || type || merchantId || processor || createdFrom)
  const queued = {
    name: 'Queued',
    isActive: createdFrom !== undefined,
    fields: (
      <DayFilter
        key="queued"
        label="Queued from"
        value={createdFrom}
        onChange={day => onChange({ ...filters, createdFrom: day })}
      />
    ),
  }
  return (
    <Filters onClear={isFiltered ? () => onChange({}) : undefined} more={hasQueued ? [queued] : []}>
      <SelectFilter
        label="State"
        value={state}
        onChange={chosen => onChange({ ...filters, state: chosen })}
        choices={deliveryStates.map(value => ({ value, label: stateText[value] }))}
      />
      <SelectFilter
        label="Type"
        value={type}
        onChange={chosen => onChange({ ...filters, type: chosen })}
        choices={typesWith(type).map(value => ({ value, label: value }))}
      />
      <MerchantFilter value={merchantId} onChange={chosen => onChange({ ...filters, merchantId: chosen })} />
      <ProcessorFilter value={processor} onChange={chosen => onChange({ ...filters, processor: chosen })} />
    </Filters>
  )
}

/** Keeps a type from the address as a choice, even if it is unknown. */
function typesWith(type: string | undefined): string[] {
  const isKnown = type === undefined || eventTypes.some(known => known === type)
  return isKnown ? [...eventTypes] : [...eventTypes, type]
}
