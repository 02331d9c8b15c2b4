import { addressParam } from '../api/address-params.ts'
import { invalidRequest } from '../api/errors.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import {
  boolean,
  clearableEmail,
  clearableText,
  type Field,
  hash,
  integer,
  list,
  oneOf,
  type ParamsOf,
  refused,
  sent,
  text,
} from '../api/params.ts'
import { emit } from '../events/emit.ts'
import type { AccountRecord } from '../records/account.ts'
import type { PersonRecord, Relationship } from '../records/person.ts'
import type { Tx } from '../store/store.ts'

const percentage: Field<number | null | undefined> = (value, name) => {
  if (value === undefined) return undefined
  if (value === '') return null
  const number = Number(value)
  if (typeof value === 'string' && number >= 0 && number <= 100) return number
  throw invalidRequest('This value must be between 0 and 100.', { param: name })
}

/** The parameters of a person, at the person's own routes and as an account's `individual`. */
export const personParams = {
  address: addressParam,
  dob: hash({ day: integer, month: integer, year: integer }),
  email: clearableEmail,
  first_name: clearableText,
  full_name_aliases: list(text),
  gender: oneOf('male', 'female'),
  id_number: text,
  id_number_secondary: text,
  last_name: clearableText,
  maiden_name: clearableText,
  metadata,
  nationality: clearableText,
  phone: clearableText,
  political_exposure: oneOf('existing', 'none'),
  registered_address: addressParam,
  relationship: hash({
    authorizer: boolean,
    director: boolean,
    executive: boolean,
    legal_guardian: boolean,
    owner: boolean,
    percent_ownership: percentage,
    representative: boolean,
    title: clearableText,
  }),
  ssn_last_4: text,
  additional_tos_acceptances: refused,
  address_kana: refused,
  address_kanji: refused,
  documents: refused,
  first_name_kana: refused,
  first_name_kanji: refused,
  last_name_kana: refused,
  last_name_kanji: refused,
  person_token: refused,
  us_cfpb_data: refused,
  verification: refused,
}

export type PersonInput = ParamsOf<typeof personParams>

const noRelationship: Relationship = {
  authorizer: false,
  director: false,
  executive: false,
  legal_guardian: false,
  owner: false,
  percent_ownership: null,
  representative: false,
  title: null,
}

export function createPerson(
  tx: Tx,
  account: AccountRecord,
  input: PersonInput,
  relationship: Partial<Relationship> = {},
): PersonRecord {
  const empty: PersonRecord = {
    id: `person_1${tx.random(23)}`,
    account: account.id,
    seq: tx.nextSeq(),
    created: tx.now,
    firstName: null,
    lastName: null,
    maidenName: null,
    email: null,
    phone: null,
    gender: null,
    nationality: null,
    politicalExposure: 'none',
    address: null,
    registeredAddress: null,
    dob: null,
    aliases: [],
    relationship: { ...noRelationship, ...relationship },
    hasIdNumber: false,
    hasSecondaryIdNumber: false,
    hasSsnLast4: false,
    metadata: {},
  }
  const person = tx.put('person', describePerson(empty, input))
  emit(tx, 'person.created', 'person', person)
  return person
}

export function updatePerson(tx: Tx, before: PersonRecord, input: PersonInput): PersonRecord {
  const person = tx.put('person', describePerson(before, input))
  emit(tx, 'person.updated', 'person', person, before)
  return person
}

function describePerson(before: PersonRecord, input: PersonInput): PersonRecord {
  const isGiven = (value: string | undefined, earlier: boolean) => value !== undefined || earlier
  return {
    ...before,
    ...sent({
      firstName: input.first_name,
      lastName: input.last_name,
      maidenName: input.maiden_name,
      email: input.email,
      phone: input.phone,
      gender: input.gender,
      nationality: input.nationality,
      politicalExposure: input.political_exposure,
      address: input.address,
      registeredAddress: input.registered_address,
      aliases: input.full_name_aliases,
    }),
    dob: input.dob ? { day: null, month: null, year: null, ...sent(input.dob) } : before.dob,
    relationship: { ...before.relationship, ...sent(input.relationship ?? {}) },
    hasIdNumber: isGiven(input.id_number, before.hasIdNumber),
    hasSecondaryIdNumber: isGiven(input.id_number_secondary, before.hasSecondaryIdNumber),
    hasSsnLast4: isGiven(input.ssn_last_4 ?? input.id_number, before.hasSsnLast4),
    metadata: changeMetadata(before.metadata, input.metadata),
  }
}
