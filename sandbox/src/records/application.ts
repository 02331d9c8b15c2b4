import type { Stored } from './stored.ts'

/** The platform's application, as one account has it connected. */
export interface ApplicationRecord extends Stored {
  readonly name: string
}
