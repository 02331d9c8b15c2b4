import type { Processor } from './port.ts'

const nothing = async () => ({ kind: 'done', value: null }) as const

/** Not every vendor has these. docs/processors.md says what the defaults mean. */
const defaults = {
  publishableKey: '',
  terminal: null,
  readTime: nothing,
  readOwnPayment: nothing,
  findPaymentOfCharge: nothing,
  webhookFault: () => 'wrong_signature',
  listEvents: async () => ({ kind: 'done', value: { items: [], next: null } }),
} satisfies Partial<Processor>

type OptionalPart = keyof typeof defaults

/** A processor as an adapter provides it. */
export type Adapter = Omit<Processor, OptionalPart> & Partial<Pick<Processor, OptionalPart>>

export const complete = (adapter: Adapter): Processor => ({ ...defaults, ...adapter })
