import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { keysetQuery } from '../../components/keyset-pages.tsx'
import { MerchantLink } from '../../components/merchants.tsx'
import { counted, mostCounted } from '../../components/numbers.ts'
import { deliveriesOnPage, deliveryList } from '../callbacks/delivery-query.ts'

/** Names the merchant if they all have the same one. */
export function DeadLetters({ count, merchantId }: { count: number; merchantId: string | undefined }) {
  const { data } = useQuery({
    ...keysetQuery(deliveryList({ state: 'dead', merchantId })),
    enabled: count <= deliveriesOnPage,
  })
  const merchants = [...new Set(data?.data.map(delivery => delivery.merchantId))]
  const only = merchants.length === 1 && !data?.nextCursor ? merchants[0] : undefined
  return (
    <>
      <Link to="/callbacks" search={{ state: 'dead', merchantId: merchantId ?? only }}>
        {counted(count, 'dead letter', 'dead letters', mostCounted.waiting)} to redeliver
      </Link>
      {only && (
        <>
          , all for <MerchantLink merchantId={only} />
        </>
      )}
    </>
  )
}
