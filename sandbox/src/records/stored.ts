/** What every record has: an owner account and a place in the order of creation. */
export interface Stored {
  readonly id: string
  /** The account that owns it; the platform's own id for the platform. */
  readonly account: string
  readonly seq: number
}

export type Metadata = Record<string, string>

/** Fields that have the same value in all objects here. */
type Constant = 'object' | 'livemode' | 'customer_account' | 'on_behalf_of'

/**
 * The fields of Stripe's object that a record keeps, under the same names: those that it always shows, apart from
 * constants and from what its shape adds. Objects that could be expanded are ids.
 */
export type Shown<T, Added extends keyof T = never> = {
  readonly [K in keyof T as object extends Pick<T, K>
    ? never
    : Exclude<K, Constant | Added>]: string extends T[K] ? Extract<T[K], string | null> : T[K]
}
