import type { PaymentMethodRecord } from './payment-method.ts'
import type { Stored } from './stored.ts'

/** A card that a browser has sent, to be used once. */
export interface TokenRecord extends Stored, Pick<PaymentMethodRecord, 'card' | 'behavior'> {
  readonly created: number
  readonly name: string | null
  readonly used: boolean
}
