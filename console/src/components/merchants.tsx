import { Link } from '@tanstack/react-router'
import { useMerchantName, useMerchantNames } from '../session/merchant-names.ts'
import { useSignedIn } from '../session/session.ts'
import type { Column } from './data-table.tsx'
import classes from './filters.module.css'
import { SelectFilter, type SelectFilterProps } from './filters.tsx'

/** Chooses a merchant. In a portal there is only one. */
export function MerchantFilter(props: Omit<SelectFilterProps<string>, 'choices'>) {
  const { kind } = useSignedIn()
  const merchants = useMerchantNames()
  if (kind === 'portal') return null
  const { value } = props
  const isListed = merchants.some(({ merchantId }) => merchantId === value)
  const choices = [
    ...merchants.map(({ merchantId, name }) => ({ value: merchantId, label: name })),
    ...(value && !isListed ? [{ value, label: value }] : []),
  ]
  return <SelectFilter label="Merchant" className={classes.short} {...props} choices={choices} />
}

/** A merchant's name, linked to its page; in a portal it is plain text. */
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

/** The column with the merchant of each row; portals have none. */
export function useMerchantColumn(): readonly Column<{ merchantId: string }>[] {
  const merchantName = useMerchantName()
  const { kind } = useSignedIn()
  if (kind === 'portal') return []
  return [{ header: 'Merchant', from: 'sm', clip: true, cell: ({ merchantId }) => merchantName(merchantId) }]
}
