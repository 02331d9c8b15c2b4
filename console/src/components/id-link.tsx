import { Link, linkOptions } from '@tanstack/react-router'

/** The page that shows what an id names: a payment, a merchant or a callback. Other ids have no page of their own. */
export function pageOf(id: string) {
  if (id.startsWith('svcpay_'))
    return linkOptions({ to: '/payments/$svcPaymentId', params: { svcPaymentId: id } })
  if (id.startsWith('mer_')) return linkOptions({ to: '/merchants/$merchantId', params: { merchantId: id } })
  if (id.startsWith('dlv_')) return linkOptions({ to: '/callbacks/$deliveryId', params: { deliveryId: id } })
  return undefined
}

/** An id that leads to its page, if it has one. */
export function IdLink({ id }: { id: string }) {
  const page = pageOf(id)
  if (!page) return <code>{id}</code>
  return (
    <Link {...page}>
      <code>{id}</code>
    </Link>
  )
}
