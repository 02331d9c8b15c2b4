import { type ObjectKind, type Objects, snapshotOf } from '../records/snapshot.ts'
import type { Stored } from '../records/stored.ts'
import type { Table } from '../store/table.ts'
import { invalidRequest, missing } from './errors.ts'
import { type Field, integer, list, params, text } from './params.ts'
import type { Reply } from './route.ts'

type Range = {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

const rangeHash = params({ gt: integer, gte: integer, lt: integer, lte: integer })

/** `created=5` or `created[gte]=5`. */
export const range: Field<Range | undefined> = (value, name) => {
  if (value === undefined) return undefined
  if (typeof value === 'object') return rangeHash(value, name)
  const exactly = integer(value, name)
  return { gte: exactly, lte: exactly }
}

export const limit: Field<number | undefined> = (value, name) => {
  const number = integer(value, name)
  if (number !== undefined && (number < 1 || number > 100)) {
    const bound = number < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'
    const details = { code: 'parameter_invalid_integer', param: name }
    throw invalidRequest(`This value must be ${bound} (it currently is '${number}').`, details)
  }
  return number
}

export const expandParam = { expand: list(text) }
export const pageParams = { limit, starting_after: text, ending_before: text, ...expandParam }
export const createdParam = { created: range }

export interface PageInput {
  limit: number | undefined
  starting_after: string | undefined
  ending_before: string | undefined
  created?: Range | undefined
}

/** Newest first, starting at a cursor. `ids` are oldest first. */
export function pageOf<R extends Stored & { readonly created?: number }>(
  table: Table<R>,
  ids: readonly string[],
  input: PageInput,
  noun: string,
  keep: (record: R) => boolean = () => true,
): { records: R[]; hasMore: boolean } {
  const size = input.limit ?? 10
  const records: R[] = []
  const backwards = input.ending_before !== undefined
  let at = startOf(table, ids, input, noun)
  for (; at >= 0 && at < ids.length; at += backwards ? 1 : -1) {
    const record = table.get(ids[at] ?? '')
    if (!record) continue
    const created = record.created ?? 0
    // Creation order is time order: nothing older can be in range.
    if (!backwards && input.created && isBefore(created, input.created)) break
    if (!inRange(created, input.created) || !keep(record)) continue
    if (records.length === size) return { records: backwards ? records.reverse() : records, hasMore: true }
    records.push(record)
  }
  return { records: backwards ? records.reverse() : records, hasMore: false }
}

function startOf<R extends Stored>(
  table: Table<R>,
  ids: readonly string[],
  input: PageInput,
  noun: string,
): number {
  if (input.starting_after !== undefined) {
    return table.position(ids, cursor(table, input.starting_after, noun, 'starting_after').seq) - 1
  }
  if (input.ending_before !== undefined) {
    return table.position(ids, cursor(table, input.ending_before, noun, 'ending_before').seq + 1)
  }
  return ids.length - 1
}

function cursor<R extends Stored>(table: Table<R>, id: string, noun: string, param: string): R {
  const record = table.get(id)
  if (!record) throw missing(noun, id, param, 400)
  return record
}

function isBefore(created: number, wanted: Range): boolean {
  return (
    (wanted.gte !== undefined && created < wanted.gte) || (wanted.gt !== undefined && created <= wanted.gt)
  )
}

export function inRange(time: number, wanted: Range | undefined): boolean {
  if (!wanted) return true
  if (isBefore(time, wanted)) return false
  if (wanted.lte !== undefined && time > wanted.lte) return false
  return wanted.lt === undefined || time < wanted.lt
}

export function pageReply<K extends ObjectKind>(
  kind: K,
  url: string,
  page: { records: Objects[K][]; hasMore: boolean },
): Reply {
  const items = page.records.map(record => snapshotOf(kind, record))
  return { page: { url, items, hasMore: page.hasMore } }
}
