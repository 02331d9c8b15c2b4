import { type ObjectKind, type Objects, snapshotOf } from '../records/snapshot.ts'
import { serializeSnapshot } from '../shapes/snapshot.ts'
import type { Table } from '../store/table.ts'
import { invalidRequest } from './errors.ts'
import { expandParam, limit } from './lists.ts'
import { required, text } from './params.ts'
import type { Reply } from './route.ts'
import { parseQuery } from './search-query.ts'

export const searchParams = { query: required(text), limit, page: text, ...expandParam }

interface SearchInput {
  readonly query: string
  readonly limit: number | undefined
  readonly page: string | undefined
}

interface Searched<K extends ObjectKind> {
  readonly kind: K
  readonly table: Table<Objects[K]>
  readonly account: string
  /** The fields a query may use. */
  readonly fields: readonly string[]
  /** Such as `payment_intents`. */
  readonly resource: string
}

/** Newest first. A page starts after the object that its token names. */
export function search<K extends ObjectKind>(of: Searched<K>, input: SearchInput): Reply {
  const matches = parseQuery(input.query, of.fields, of.resource)
  const size = input.limit ?? 10
  const ids = of.table.ids(of.account)
  const found: Objects[K][] = []
  let hasMore = false
  for (let at = startOf(of, ids, input.page); at >= 0 && !hasMore; at--) {
    const record = of.table.get(ids[at] ?? '')
    if (!record || !matches(serializeSnapshot(snapshotOf(of.kind, record)))) continue
    if (found.length === size) hasMore = true
    else found.push(record)
  }
  return {
    page: {
      url: `/v1/${of.resource}/search`,
      items: found.map(record => snapshotOf(of.kind, record)),
      hasMore,
      nextPage: hasMore ? Buffer.from(found.at(-1)?.id ?? '').toString('base64url') : null,
    },
  }
}

function startOf<K extends ObjectKind>(
  { table }: Searched<K>,
  ids: readonly string[],
  page: string | undefined,
): number {
  if (page === undefined) return ids.length - 1
  const last = table.get(Buffer.from(page, 'base64url').toString())
  if (!last) throw invalidRequest('Invalid page token.', { param: 'page' })
  return table.position(ids, last.seq) - 1
}
