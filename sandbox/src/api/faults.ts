/** Trouble for the next calls of an operation. */
export type Fault =
  /** Answer late; `after` means the effect comes first. */
  | { readonly kind: 'latency'; readonly ms: number; readonly after: boolean }
  /**
   * Answer with a server error; `after` means the effect has happened all the same, `remembered` that the
   * error is kept under the idempotency key, as Stripe does with failures of what it had begun.
   */
  | {
      readonly kind: 'error'
      readonly status: number
      readonly after: boolean
      readonly remembered: boolean
    }
  /** Reset the connection before anything happens. */
  | { readonly kind: 'reset' }
  /** Do it, then reset the connection instead of answering, after `ms`. */
  | { readonly kind: 'lost'; readonly ms: number }
  /** Do it, then break off in the middle of the answer's body. */
  | { readonly kind: 'cut' }

export interface FaultRule {
  readonly id: number
  /** Such as `payment_intents.create`; `*` is any. */
  readonly operation: string
  readonly fault: Fault
  /** Calls to let pass first, and calls still to be hit. */
  readonly skip: number
  readonly count: number
}

export interface Faults {
  add(rule: Omit<FaultRule, 'id'>): FaultRule
  list(): FaultRule[]
  clear(): void
  /** The fault for this call, if one is set; it counts as used. */
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
