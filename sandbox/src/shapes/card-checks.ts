import type Stripe from 'stripe'
import type { CardFacts } from '../records/payment-method.ts'

interface Circumstances {
  readonly address: Stripe.Address | null | undefined
  /** The bank has seen the card: it was charged, or attached to a customer. */
  readonly isUsed: boolean
  readonly isCvcWrong?: boolean
}

/** The bank's verdict on the parts of a card that were given. */
export function cardChecks(card: CardFacts, { address, isUsed, isCvcWrong = false }: Circumstances) {
  const result = (given: unknown, failed: string | undefined) => {
    if (!given) return null
    return isUsed ? (failed ?? 'pass') : 'unchecked'
  }
  return {
    address_line1_check: result(address?.line1, card.checks?.line1),
    address_postal_code_check: result(address?.postal_code, card.checks?.postalCode),
    cvc_check: result(card.cvcGiven, isCvcWrong ? 'fail' : card.checks?.cvc),
  }
}
