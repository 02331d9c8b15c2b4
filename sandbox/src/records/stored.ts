/** The fields of every record: an owner account and a place in the order of creation. */
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
 * The fields of Stripe's object that a record keeps, under the same names: all that are always present, apart from
 * constants and the fields that its shape adds. Expandable objects are kept as ids.
 */
export type Shown<T, Added extends keyof T = never> = {
  readonly [K in keyof T as object extends Pick<T, K>
    ? never
    : Exclude<K, Constant | Added>]: string extends T[K] ? Extract<T[K], string | null> : T[K]
}
