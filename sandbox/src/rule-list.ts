/** Applies to the next `count` occasions, such as calls or webhooks, after letting `skip` pass. */
export interface Rule {
  readonly id: number
  readonly skip?: number
  readonly count: number
}

export interface RuleList<R extends Rule> {
  add(rule: Omit<R, 'id'>): R
  list(): R[]
  clear(): void
  /** The first rule that matches, with its remaining counts. The occasion counts as used or skipped. */
  take(matches: (rule: R) => boolean): R | undefined
}

export function createRuleList<R extends Rule>(): RuleList<R> {
  let rules: R[] = []
  let lastId = 0
  return {
    add(input) {
      const rule = { ...input, id: ++lastId } as R
      rules.push(rule)
      return rule
    },
    list: () => [...rules],
    clear() {
      rules = []
    },
    take(matches) {
      const rule = rules.find(matches)
      if (!rule) return undefined
      const { skip = 0, count } = rule
      const next: R = skip > 0 ? { ...rule, skip: skip - 1 } : { ...rule, count: count - 1 }
      rules = rules.flatMap(other => (other !== rule ? [other] : next.count > 0 ? [next] : []))
      return skip > 0 ? undefined : next
    },
  }
}
