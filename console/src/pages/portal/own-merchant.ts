import { useSignedIn } from '../../session/session.ts'

/** The merchant whose portal this is. */
export function useOwnMerchant(): { merchantId: string; name: string } {
  const { merchant } = useSignedIn()
  if (!merchant) throw new Error('This is not a portal session')
  return merchant
}
