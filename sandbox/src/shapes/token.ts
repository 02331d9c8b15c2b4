import type Stripe from 'stripe'
import type { TokenRecord } from '../records/token.ts'
import { toCard } from './card.ts'

export function toToken(record: TokenRecord): Stripe.Token {
  return {
    id: record.id,
    object: 'token',
    ...(record.card ? { card: toCard(`card_${record.id.slice(4)}`, record.card, record.name) } : {}),
    client_ip: null,
    created: record.created,
    livemode: false,
    type: 'card',
    used: record.used,
  }
}
