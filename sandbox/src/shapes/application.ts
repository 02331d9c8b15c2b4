import type Stripe from 'stripe'
import { application } from '../constants.ts'

export function toApplication(): Stripe.Application {
  return { id: application, object: 'application', name: 'Sandbox platform' }
}
