import type { Adapter, Processor } from './port.ts'

const nothing = async () => ({ kind: 'done', value: null }) as const

/** Fills in defaults for the parts that a vendor does not have; docs/processors.md says what they mean. */
export function complete(adapter: Adapter): Processor {
  return {
    publishableKey: '',
    terminal: null,
    readTime: nothing,
    readOwnPayment: nothing,
    findPaymentOfCharge: nothing,
    webhookFault: () => 'wrong_signature',
    listEvents: async () => ({ kind: 'done', value: { items: [], next: null } }),
    ...adapter,
  }
}
