/** What every record has: an owner account and a place in the order of creation. */
export interface Stored {
  readonly id: string
  /** The account that owns it; the platform's own id for the platform. */
  readonly account: string
  readonly seq: number
}

export type Metadata = Record<string, string>
