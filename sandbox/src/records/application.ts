import type { Stored } from './stored.ts'

/** The platform's application, as connected to one account. */
export interface ApplicationRecord extends Stored {
  readonly name: string
}
