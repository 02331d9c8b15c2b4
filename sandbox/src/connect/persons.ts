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
    first_name: null,
    last_name: null,
    maiden_name: null,
    email: null,
    phone: null,
    gender: null,
    nationality: null,
    political_exposure: 'none',
    address: null,
    registered_address: null,
    dob: null,
    full_name_aliases: [],
    relationship: { ...noRelationship, ...relationship },
    id_number_provided: false,
    id_number_secondary_provided: false,
    ssn_last_4_provided: false,
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
    ...sent(
      input,
      'address',
      'email',
      'first_name',
      'full_name_aliases',
      'gender',
      'last_name',
      'maiden_name',
      'nationality',
      'phone',
      'political_exposure',
      'registered_address',
    ),
    dob: input.dob ? { day: null, month: null, year: null, ...sent(input.dob) } : before.dob,
    relationship: { ...before.relationship, ...sent(input.relationship ?? {}) },
    id_number_provided: isGiven(input.id_number, before.id_number_provided),
    id_number_secondary_provided: isGiven(input.id_number_secondary, before.id_number_secondary_provided),
    ssn_last_4_provided: isGiven(input.ssn_last_4 ?? input.id_number, before.ssn_last_4_provided),
    metadata: changeMetadata(before.metadata, input.metadata),
  }
}
