import { setTimeout } from 'node:timers/promises'
import { createRuleList, type Rule, type RuleList } from '../rule-list.ts'

/** A failure of the next calls of an operation. */
export type Fault =
  /** Answer late. With `after`, the effect comes before the delay. */
  | { readonly kind: 'latency'; readonly ms: number; readonly after: boolean }
  /**
   * Answer with an error. With `after`, the effect happens all the same. With `remembered`, the error is kept
   * under the idempotency key, as Stripe does when a request fails after it has started.
   */
  | {
      readonly kind: 'error'
      readonly status: number
      readonly after: boolean
      readonly remembered: boolean
    }
  /** Reset the connection before anything happens. */
  | { readonly kind: 'reset' }
  /** Perform the call, then reset the connection after `ms` instead of answering. */
  | { readonly kind: 'lost'; readonly ms: number }
  /** Perform the call, then cut the connection in the middle of the body. */
  | { readonly kind: 'cut' }

interface FaultRule extends Rule {
  /** For example `payment_intents.create`; `*` matches any. */
  readonly operation: string
  readonly fault: Fault
}

export interface Faults extends RuleList<FaultRule> {
  /** Waits for this long, or until the faults are cleared. */
  delay(ms: number): Promise<void>
}

export function createFaults(): Faults {
  const rules = createRuleList<FaultRule>()
  let cleared = new AbortController()
  return {
    ...rules,
    clear() {
      rules.clear()
      cleared.abort()
      cleared = new AbortController()
    },
    delay: ms => setTimeout(ms, undefined, { signal: cleared.signal }).catch(() => {}),
  }
}

/** The fault for this call, if any. Counts as used. */
export function takeFault(faults: Faults, operation: string): Fault | undefined {
  return faults.take(rule => rule.operation === '*' || rule.operation === operation)?.fault
}
