import { Link, linkOptions } from '@tanstack/react-router'
import { RowLink } from '../../components/row-link.tsx'
import { type Hit, kindLabels, summaryOf } from './hits.tsx'

/** The page of what was found. */
function targetOf({ kind, id, merchantId, summary }: Hit) {
  const search = merchantId ? { merchantId } : {}
  switch (kind) {
    case 'payment':
      return linkOptions({ to: '/payments/$svcPaymentId', params: { svcPaymentId: id } })
    case 'merchant':
      return linkOptions({ to: '/merchants/$merchantId', params: { merchantId: id } })
    case 'delivery':
      return linkOptions({ to: '/callbacks/$deliveryId', params: { deliveryId: id } })
    case 'event':
      return linkOptions({
        to: '/callbacks/events/$merchantId/$eventId',
        params: { merchantId: merchantId ?? '-', eventId: id },
      })
    case 'operation': {
      const [svcPaymentId] = summary.match(/svcpay_\w+/) ?? []
      if (svcPaymentId) return linkOptions({ to: '/payments/$svcPaymentId', params: { svcPaymentId } })
      return linkOptions({ to: '/merchants/$merchantId', params: { merchantId: merchantId ?? '' } })
    }
    default:
      return linkOptions({ to: '/activity', search })
  }
}

export function HitLink({ hit }: { hit: Hit }) {
  const text = summaryOf(hit)
  return (
    <RowLink {...targetOf(hit)} aria-label={`${text}, ${hit.id}`}>
      {text}
    </RowLink>
  )
}

/** In the list below the box. */
export function SuggestedHit({ hit, className }: { hit: Hit; className: string | undefined }) {
  return (
    <Link {...targetOf(hit)} className={className}>
      <small>{kindLabels[hit.kind] ?? hit.kind}</small>
      <span>{summaryOf(hit)}</span>
      <code>{hit.id}</code>
    </Link>
  )
}
