import type Stripe from 'stripe'
import type { Metadata, Stored } from './stored.ts'

/** Named here so that our type declarations do not refer to the SDK's files. */
export interface Relationship extends Stripe.Person.Relationship {}
interface Dob extends Stripe.Person.Dob {}

/** A person who owns, runs or represents the business of a connected account, or is the business. */
export interface PersonRecord extends Stored {
  readonly created: number
  readonly firstName: string | null
  readonly lastName: string | null
  readonly maidenName: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly gender: string | null
  readonly nationality: string | null
  readonly politicalExposure: Stripe.Person.PoliticalExposure
  readonly address: Stripe.Address | null
  readonly registeredAddress: Stripe.Address | null
  readonly dob: Dob | null
  readonly aliases: readonly string[]
  readonly relationship: Relationship
  /** Numbers are never shown, only that they were given. */
  readonly hasIdNumber: boolean
  readonly hasSecondaryIdNumber: boolean
  readonly hasSsnLast4: boolean
  readonly metadata: Metadata
}
