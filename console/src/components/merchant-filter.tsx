import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useMerchantNames } from '../api/merchants.ts'
import { useSignedIn } from '../session/session.ts'

interface MerchantFilterProps extends Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> {
  value: string | undefined
  onChange: (merchantId: string | undefined) => void
  /** What stands there when none is chosen. */
  none?: string
}

/** Whose list it is. In a portal there is nothing to choose. */
export function MerchantFilter({ value, onChange, none = 'All', ...props }: MerchantFilterProps) {
  const { kind } = useSignedIn()
  const merchants = useMerchantNames()
  if (kind === 'portal') return null
  const isListed = merchants.some(({ merchantId }) => merchantId === value)
  return (
    <NativeSelect
      label="Merchant"
      {...props}
      value={value ?? ''}
      onChange={event => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: none },
        ...merchants.map(({ merchantId, name }) => ({ value: merchantId, label: name })),
        ...(value && !isListed ? [{ value, label: value }] : []),
      ]}
    />
  )
}
