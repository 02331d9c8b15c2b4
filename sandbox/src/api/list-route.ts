import type { Objects } from '../records/snapshot.ts'
import type { Stored } from '../records/stored.ts'
import type { Table } from '../store/table.ts'
import type { Findable } from './find.ts'
import { type PageInput, pageOf, pageParams, pageReply } from './lists.ts'
import type { ParamsOf } from './params.ts'
import { type Call, type Route, route } from './route.ts'

interface Selection<R> {
  /** The ids to search, oldest first. Default: all of the account. */
  ids?: readonly string[]
  /** Fields that must have these values; undefined for any. */
  where?: { [Name in keyof R]?: R[Name] | undefined }
  keep?(record: R): boolean
}

type Listable = Findable | 'account'
type ListCall<S> = Call<ParamsOf<S & typeof pageParams>>

/** Lists an account's objects of a kind. `noun` is their name in Stripe's errors. */
export function listRoute<K extends Listable, S extends object>(
  { kind, path, operation, noun = kind }: { kind: K; path: string; operation: string; noun?: string },
  shape: S,
  select: (call: ListCall<S>) => Selection<Objects[K]> = () => ({}),
): Route {
  return route({ method: 'GET', path, operation }, { ...pageParams, ...shape }, call => {
    const table = call.tx.tables[kind] as unknown as Table<Objects[K] & Stored>
    const { ids = table.ids(call.account), where = {}, keep = () => true } = select(call as ListCall<S>)
    const wanted = Object.entries(where).filter(([, value]) => value !== undefined)
    const matches = (record: Objects[K]) =>
      wanted.every(([name, value]) => record[name as keyof Objects[K]] === value) && keep(record)
    return pageReply(kind, path, pageOf(table, ids, call.params as PageInput, noun, matches))
  })
}
