import { useQuery } from '@tanstack/react-query'
import { eventPayloadQuery } from './event-payload.tsx'

interface Report {
  data?: { object?: { last_payment_error?: { message?: string; code?: string; decline_code?: string } } }
}

/** Why an attempt to pay failed. The payment itself forgets the reason once another attempt succeeds. */
export function DeclineReason({ merchantId, eventId }: { merchantId: string; eventId: string }) {
  const { data, isPending } = useQuery(eventPayloadQuery(merchantId, eventId))
  if (isPending) return 'declined: …'
  const error = (data?.payload as Report | undefined)?.data?.object?.last_payment_error
  return error ? `declined: “${error.message}” (${error.decline_code ?? error.code})` : 'declined'
}
