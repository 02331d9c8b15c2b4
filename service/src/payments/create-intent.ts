import type { NewPayment } from '../processors/port.ts'

/** Complete: whoever resumes it needs nothing else. */
export interface CreateIntent {
  processor: string
  accountId: string
  payment: NewPayment
  orderRef: string | null
  branch: string | null
  customerRef: string | null
  /** The caller's own key for the processor, forwarded verbatim. */
  processorKey: string | null
}
