import { RowLink } from '../../components/row-link.tsx'
import { type Hit, summaryOf } from './hits.tsx'

/** Leads to the page of what was found. */
export function HitLink({ hit }: { hit: Hit }) {
  const text = summaryOf(hit)
  const label = `${text}, ${hit.id}`
  switch (hit.kind) {
    case 'payment':
      return (
        <RowLink to="/payments/$svcPaymentId" params={{ svcPaymentId: hit.id }} aria-label={label}>
          {text}
        </RowLink>
      )
    case 'merchant':
      return (
        <RowLink to="/merchants" aria-label={label}>
          {text}
        </RowLink>
      )
    case 'event':
    case 'delivery':
      return (
        <RowLink to="/callbacks" aria-label={label}>
          {text}
        </RowLink>
      )
    default:
      return (
        <RowLink to="/activity" aria-label={label}>
          {text}
        </RowLink>
      )
  }
}
