import type { Listed } from './lists-port.ts'
import { answered, type Outcome } from './outcomes.ts'

type List<Item> = (after: string | null) => Promise<Outcome<Listed<Item>>>

/** All pages of a processor's list, newest first. */
export async function* inPages<Item>(list: List<Item>, start: string | null = null) {
  let after = start
  do {
    const page = answered(await list(after))
    yield page
    after = page.next
  } while (after !== null)
}

/**
 * The same, oldest first. A list can only be walked from its newest end, so all pages but the first are read twice. In
 * between, only the position where each page starts is kept.
 */
export async function* oldestFirst<Item>(list: List<Item>): AsyncGenerator<Item[]> {
  const starts: string[] = []
  let newest: Item[] | null = null
  for await (const { items, next } of inPages(list)) {
    newest ??= items
    if (next !== null) starts.push(next)
  }
  for (const start of starts.reverse()) yield answered(await list(start)).items.toReversed()
  if (newest) yield newest.toReversed()
}
