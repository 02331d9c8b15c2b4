import type Stripe from 'stripe'
import { application } from '../constants.ts'
import type { Stored } from '../store/table.ts'

/** The platform's application, as one account has it connected. */
export interface ApplicationRecord extends Stored {
  readonly name: string
}

export function toApplication(): Stripe.Application {
  return { id: application, object: 'application', name: 'Sandbox platform' }
}
