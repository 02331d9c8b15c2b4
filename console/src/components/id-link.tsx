import { Link, linkOptions } from '@tanstack/react-router'

/** The page of the object with this id: a payment, a merchant or a callback. Other ids have no page of their own. */
export function pageOf(id: string) {
  if (id.startsWith('svcpay_'))
    return linkOptions({ to: '/payments/$svcPaymentId', params: { svcPaymentId: id } })
  if (id.startsWith('mer_')) return linkOptions({ to: '/merchants/$merchantId', params: { merchantId: id } })
  if (id.startsWith('dlv_')) return linkOptions({ to: '/callbacks/$deliveryId', params: { deliveryId: id } })
  return undefined
}

/** An id, linked to its page if there is one. */
export function IdLink({ id }: { id: string }) {
  const page = pageOf(id)
  if (!page) return <code>{id}</code>
  return (
    <Link {...page}>
      <code>{id}</code>
    </Link>
  )
}
