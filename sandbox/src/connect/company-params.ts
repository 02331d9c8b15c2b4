import { addressParam } from '../api/address-params.ts'
import { boolean, type Field, hash, ignored, integer, refused, text } from '../api/params.ts'
import type { Company } from '../records/account.ts'

const company = hash({
  address: addressParam,
  administrative_address: addressParam,
  directors_provided: boolean,
  executives_provided: boolean,
  export_license_id: text,
  export_purpose_code: text,
  name: text,
  owners_provided: boolean,
  ownership_exemption_reason: text,
  phone: text,
  physical_address: addressParam,
  principal_place_of_business: addressParam,
  registration_date: hash({ day: integer, month: integer, year: integer }),
  registration_number: ignored,
  structure: text,
  tax_id: text,
  tax_id_registrar: text,
  vat_id: text,
  address_kana: refused,
  address_kanji: refused,
  directorship_declaration: refused,
  name_kana: refused,
  name_kanji: refused,
  ownership_declaration: refused,
  representative_declaration: refused,
  verification: refused,
})

/** Numbers are never shown, only whether they were given. */
export const companyParam: Field<Company | undefined> = (value, name) => {
  const input = company(value, name)
  if (!input) return undefined
  const { tax_id: taxId, vat_id: vatId, registration_number: _, registration_date: date, ...shown } = input
  const given = Object.entries(shown).filter(([, part]) => part !== undefined)
  return {
    ...Object.fromEntries(given),
    ...(date
      ? { registration_date: { day: date.day ?? null, month: date.month ?? null, year: date.year ?? null } }
      : {}),
    ...(taxId === undefined ? {} : { tax_id_provided: true }),
    ...(vatId === undefined ? {} : { vat_id_provided: true }),
  }
}
