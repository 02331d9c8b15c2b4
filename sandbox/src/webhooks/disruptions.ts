export type DisruptionMode = 'drop' | 'duplicate' | 'delay' | 'reorder'

/** A network problem that affects the next deliveries. */
export interface Disruption {
  readonly id: number
  readonly mode: DisruptionMode
  /** Deliveries still to be affected. A reorder holds them back until it has them all. */
  readonly count: number
  readonly ms: number
  /** Only these types; null is any. */
  readonly types: readonly string[] | null
}

export interface Disruptions {
  add(rule: Omit<Disruption, 'id'>): Disruption
  list(): Disruption[]
  clear(): void
  /** The disruption for a delivery of this type, if any. Counts as used. */
  take(type: string): Disruption | undefined
}

export function createDisruptions(): Disruptions {
  let rules: Disruption[] = []
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
    take(type) {
      const rule = rules.find(candidate => candidate.types?.includes(type) ?? true)
      if (!rule) return undefined
      const next = { ...rule, count: rule.count - 1 }
      rules = rules.flatMap(candidate => (candidate !== rule ? [candidate] : next.count > 0 ? [next] : []))
      return next
    },
  }
}
