import type { Call, Outcome } from './outcomes.ts'

/** Card readers and their locations, always on the merchant's connected account. */
export interface TerminalProcessor {
  createConnectionToken(accountId: string): Promise<Outcome<{ secret: string }>>
  createLocation(call: Call, location: NewLocation): Promise<Outcome<Location>>
  /** The location created with this call; null if there is none. */
  findLocation(call: Call): Promise<Outcome<Location | null>>
  listLocations(accountId: string, page: ListPage): Promise<Outcome<Listed<Location>>>
  registerReader(call: Call, reader: NewReader): Promise<Outcome<Reader>>
  /** The reader registered with this call; null if there is none. */
  findReader(call: Call): Promise<Outcome<Reader | null>>
  listReaders(accountId: string, page: ListPage): Promise<Outcome<Listed<Reader>>>
  /** Renames a reader or a location. */
  rename(accountId: string, id: string, name: string): Promise<Outcome<null>>
  remove(accountId: string, id: string): Promise<Outcome<null>>
}

/** Without a limit, the first page holds everything up to a bound; the rest is read page by page. */
export interface ListPage {
  limit: number | null
  startingAfter: string | null
}

export interface Listed<Item> {
  items: Item[]
  hasMore: boolean
  /** How many calls to the processor it took. */
  calls: number
}

export interface NewLocation {
  displayName: string
  line1: string
  line2: string | null
  city: string
  state: string
  postalCode: string
  country: string
}

export interface Location {
  id: string
  displayName: string
}

export interface NewReader {
  registrationCode: string
  locationId: string
  label: string | null
}

export interface Reader {
  id: string
  label: string
  deviceType: string
  status: 'online' | 'offline'
  locationId: string
}
