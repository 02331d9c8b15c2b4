import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMerchantName, useMerchantNames } from '../session/merchant-names.ts'
import { useSignedIn } from '../session/session.ts'
import type { Column } from './data-table.tsx'

interface MerchantFilterProps extends Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> {
  value: string | undefined
  onChange: (merchantId: string | undefined) => void
  /** What it says when no merchant is chosen; null if one must be chosen. */
  none?: string | null
}

/** Chooses a merchant. In a portal there is only one. */
export function MerchantFilter({ value, onChange, none = 'All', ...props }: MerchantFilterProps) {
  const { kind } = useSignedIn()
  const merchants = useMerchantNames()
  if (kind === 'portal') return null
  const isListed = merchants.some(({ merchantId }) => merchantId === value)
  return (
    <NativeSelect
      label="Merchant"
      maw="14rem"
      {...props}
      value={value ?? ''}
      onChange={event => onChange(event.currentTarget.value || undefined)}
      data={[
        ...(none === null ? [] : [{ value: '', label: none }]),
        ...merchants.map(({ merchantId, name }) => ({ value: merchantId, label: name })),
        ...(value && !isListed ? [{ value, label: value }] : []),
      ]}
    />
  )
}

/** A merchant's name, which leads to its page; in a portal it is just a name. */
export function MerchantLink({ merchantId }: { merchantId: string }) {
  const { kind } = useSignedIn()
  const name = useMerchantName()(merchantId)
  if (kind === 'portal') return <span>{name}</span>
  return (
    <Link to="/merchants/$merchantId" params={{ merchantId }}>
      {name}
    </Link>
  )
}

/** The column that names a row's merchant: none in a portal. */
export function useMerchantColumn(): readonly Column<{ merchantId: string }>[] {
  const merchantName = useMerchantName()
  const { kind } = useSignedIn()
  if (kind === 'portal') return []
  return [{ header: 'Merchant', from: 'sm', clip: true, cell: ({ merchantId }) => merchantName(merchantId) }]
}
