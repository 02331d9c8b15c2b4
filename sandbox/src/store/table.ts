import type { Stored } from '../records/stored.ts'

type IndexKeys<R> = readonly (keyof R & string)[]

/**
 * Records by id, and in order of creation per account. Records are immutable: a change is a new version under
 * the same id, so that an event can keep the version it is about.
 */
export class Table<R extends Stored> {
  readonly #byId = new Map<string, R>()
  readonly #byAccount = new Map<string, string[]>()
  readonly #indexes = new Map<string, Map<string, string[]>>()

  constructor(indexed: IndexKeys<R> = []) {
    for (const key of indexed) this.#indexes.set(key, new Map())
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: string): R | undefined {
    return this.#byId.get(id)
  }

  set(record: R): R | undefined {
    const previous = this.#byId.get(record.id)
    this.#byId.set(record.id, record)
    if (!previous) {
      this.#add(this.#byAccount, record.account, record)
      for (const [key, index] of this.#indexes) {
        const value: unknown = record[key as keyof R]
        if (typeof value === 'string') this.#add(index, value, record)
      }
    }
    return previous
  }

  delete(id: string): R | undefined {
    const record = this.#byId.get(id)
    if (!record) return undefined
    this.#remove(this.#byAccount, record.account, record)
    for (const [key, index] of this.#indexes) {
      const value: unknown = record[key as keyof R]
      if (typeof value === 'string') this.#remove(index, value, record)
    }
    this.#byId.delete(id)
    return record
  }

  clear(): void {
    this.#byId.clear()
    this.#byAccount.clear()
    for (const index of this.#indexes.values()) index.clear()
  }

  all(): IterableIterator<R> {
    return this.#byId.values()
  }

  /** Oldest first: the ids of an account, or of the records whose indexed field has the value. */
  ids(account: string): readonly string[] {
    return this.#byAccount.get(account) ?? []
  }

  indexed(key: keyof R & string, value: string): readonly string[] {
    return this.#indexes.get(key)?.get(value) ?? []
  }

  /** The position of a sequence number in a list of ids. */
  position(ids: readonly string[], seq: number): number {
    let low = 0
    let high = ids.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#seqOf(ids[middle]) < seq) low = middle + 1
      else high = middle
    }
    return low
  }

  #seqOf(id: string | undefined): number {
    return (id === undefined ? undefined : this.#byId.get(id)?.seq) ?? Number.POSITIVE_INFINITY
  }

  #add(lists: Map<string, string[]>, key: string, record: R): void {
    const ids = lists.get(key)
    if (!ids) {
      lists.set(key, [record.id])
      return
    }
    if (this.#seqOf(ids[ids.length - 1]) < record.seq) ids.push(record.id)
    else ids.splice(this.position(ids, record.seq), 0, record.id)
  }

  #remove(lists: Map<string, string[]>, key: string, record: R): void {
    const ids = lists.get(key)
    const at = ids ? ids.indexOf(record.id, Math.max(0, this.position(ids, record.seq))) : -1
    if (ids && at >= 0) ids.splice(at, 1)
  }
}
