/** What goes wrong with the next calls of an operation. */
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

export interface FaultRule {
  readonly id: number
  /** Such as `payment_intents.create`; `*` is any. */
  readonly operation: string
  readonly fault: Fault
  /** Calls to let pass first, and calls still to be affected. */
  readonly skip: number
  readonly count: number
}

export interface Faults {
  add(rule: Omit<FaultRule, 'id'>): FaultRule
  list(): FaultRule[]
  clear(): void
  /** The fault for this call, if any. Counts as used. */
  take(operation: string): Fault | undefined
}

export function createFaults(): Faults {
  let rules: FaultRule[] = []
  let lastId = 0
  return {
    add(input) {
      const rule = { ...input, id: ++lastId }
      rules.push(rule)
      return rule
    },
    list: () => [...rules],
    clear() {
      rules = []
    },
    take(operation) {
      if (rules.length === 0) return undefined
      const rule = rules.find(candidate => candidate.operation === '*' || candidate.operation === operation)
      if (!rule) return undefined
      const hit = rule.skip === 0
      const next = hit ? { ...rule, count: rule.count - 1 } : { ...rule, skip: rule.skip - 1 }
      rules = rules.flatMap(candidate => (candidate !== rule ? [candidate] : next.count > 0 ? [next] : []))
      return hit ? rule.fault : undefined
    },
  }
}
