import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { SetupIntentRecord } from '../records/setup-intent.ts'
import type { Tables } from '../store/tables.ts'

/** The secret identifies the payment and grants access to it. */
export function findBySecret(tables: Tables, secret: string | null): PaymentIntentRecord | undefined {
  const intent = tables.payment_intent.get(secret?.split('_secret_')[0] ?? '')
  return intent?.client_secret === secret ? intent : undefined
}

export function findSetupBySecret(tables: Tables, secret: string | null): SetupIntentRecord | undefined {
  const intent = tables.setup_intent.get(secret?.split('_secret_')[0] ?? '')
  return intent?.client_secret === secret ? intent : undefined
}
