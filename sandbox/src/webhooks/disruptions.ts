import type { Rule, RuleList } from '../rule-list.ts'

type DisruptionMode = 'drop' | 'duplicate' | 'delay' | 'reorder'

/** A network problem that affects the next deliveries. A reorder holds them back until it has them all. */
export interface Disruption extends Rule {
  readonly mode: DisruptionMode
  readonly ms: number
  /** Only these types; null means any. */
  readonly types: readonly string[] | null
}

export type Disruptions = RuleList<Disruption>

/** The disruption for a delivery of this type, if any. Counts as used. */
export function takeDisruption(disruptions: Disruptions, type: string): Disruption | undefined {
  return disruptions.take(rule => rule.types?.includes(type) ?? true)
}
