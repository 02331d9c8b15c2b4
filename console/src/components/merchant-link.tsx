import { Link } from '@tanstack/react-router'
import { useMerchantName } from '../api/merchants.ts'
import { useSignedIn } from '../session/session.ts'

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
