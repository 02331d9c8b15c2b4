import { Time } from '../../components/time.tsx'
import { useCallbackState } from '../merchants/merchant-query.ts'
import type { Delivery } from './delivery-query.ts'

/**
 * What a waiting callback waits for. Without a URL, or while the endpoint is tried with one callback at a time, its own
 * time is meaningless. Null while that is unknown, or if it does not wait.
 */
export function useWaitsFor({ merchantId, nextAttemptAt }: Pick<Delivery, 'merchantId' | 'nextAttemptAt'>) {
  const { data: endpoint } = useCallbackState(merchantId)
  if (!endpoint || !nextAttemptAt) return null
  if (endpoint.url === null) return 'a callback URL'
  return endpoint.pausedUntil ? 'the endpoint' : { at: nextAttemptAt }
}

/** In a few words, to follow others. */
export function NextAttempt({ delivery }: { delivery: Pick<Delivery, 'merchantId' | 'nextAttemptAt'> }) {
  const reason = useWaitsFor(delivery)
  if (!reason) return null
  if (typeof reason === 'string') return <>, waiting for {reason}</>
  return (
    <>
      , next <Time at={reason.at} relative />
    </>
  )
}

/** As a sentence. */
export function NextAttemptSentence({ delivery }: { delivery: Delivery }) {
  const reason = useWaitsFor(delivery)
  const { data: endpoint } = useCallbackState(delivery.merchantId)
  if (!reason) return <>Waiting to be sent.</>
  if (reason === 'a callback URL') return <>Waiting for a callback URL: it is sent once one is set.</>
  if (reason === 'the endpoint') {
    return (
      <>
        Waiting for the endpoint, which is tried with one callback at a time, next{' '}
        <Time at={endpoint?.pausedUntil} relative />.
      </>
    )
  }
  return (
    <>
      Next attempt <Time at={reason.at} relative />.
    </>
  )
}
