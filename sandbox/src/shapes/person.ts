import type Stripe from 'stripe'
import type { PersonRecord } from '../records/person.ts'

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

const noRequirements = {
  alternatives: [],
  currently_due: [],
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}

const noDocument = { back: null, details: null, details_code: null, front: null }

export function toPerson(record: PersonRecord): Stripe.Person {
  return {
    id: record.id,
    object: 'person',
    account: record.account,
    additional_tos_acceptances: { account: { date: null, ip: null, user_agent: null } },
    address: record.address ?? noAddress,
    created: record.created,
    dob: record.dob ?? { day: null, month: null, year: null },
    email: record.email,
    first_name: record.first_name,
    full_name_aliases: record.full_name_aliases,
    future_requirements: noRequirements,
    gender: record.gender,
    id_number_provided: record.id_number_provided,
    id_number_secondary_provided: record.id_number_secondary_provided,
    last_name: record.last_name,
    maiden_name: record.maiden_name,
    metadata: record.metadata,
    nationality: record.nationality,
    phone: record.phone,
    political_exposure: record.political_exposure,
    registered_address: record.registered_address ?? noAddress,
    relationship: record.relationship,
    requirements: noRequirements,
    ssn_last_4_provided: record.ssn_last_4_provided,
    verification: {
      additional_document: noDocument,
      details: null,
      details_code: null,
      document: noDocument,
      status: 'unverified',
    },
  }
}
