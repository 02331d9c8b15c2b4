import type { Listed } from '../processors/lists-port.ts'
import type { Outcome } from '../processors/outcomes.ts'

/** The processor did not answer, or the account is gone: what is left can be done by another run. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished'
}

/** All pages of a list of the processor's. */
export async function* inPages<Item>(
  list: (after: string | null) => Promise<Outcome<Listed<Item>>>,
): AsyncGenerator<Listed<Item>> {
  let after: string | null = null
  for (;;) {
    const page: Listed<Item> = found(await list(after))
    yield page
    if (page.next === null) return
    after = page.next
  }
}

export function found<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'refused') throw new Unfinished(outcome.refusal.message)
  if (outcome.kind === 'unknown') throw new Unfinished(`the processor does not answer (${outcome.reason})`)
  return outcome.value
}
