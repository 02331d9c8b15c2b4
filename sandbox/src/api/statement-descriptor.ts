import { invalidRequest } from './errors.ts'
import { type Field, text } from './params.ts'

/** The text on the shopper's bank statement. */
export const statementDescriptor: Field<string | undefined> = (value, name) =>
  check(text(value, name), name, 5)

/** Follows the account's own prefix. */
export const statementDescriptorSuffix: Field<string | undefined> = (value, name) =>
  check(text(value, name), name, 1)

export const clearableDescriptor: Field<string | null | undefined> = (value, name) =>
  value === '' ? null : statementDescriptor(value, name)

export const clearableDescriptorSuffix: Field<string | null | undefined> = (value, name) =>
  value === '' ? null : statementDescriptorSuffix(value, name)

/** The prefix of an account's card payments, before the suffix. */
export const clearablePrefix: Field<string | null | undefined> = (value, name) =>
  value === '' ? null : check(text(value, name), name, 2, 10)

function check(descriptor: string | undefined, param: string, least: number, most = 22): string | undefined {
  if (descriptor === undefined) return undefined
  const refuse = (rule: string) => invalidRequest(`The statement descriptor ${rule}.`, { param })
  if (descriptor.length < least) throw refuse(`must be at least ${least} characters`)
  if (descriptor.length > most) throw refuse(`must be at most ${most} characters`)
  if (!/[a-z]/i.test(descriptor)) throw refuse('must contain at least one alphabetic character')
  if (/[<>\\'"*]/.test(descriptor)) throw refuse('must not contain any of < > \\ \' " *')
  return descriptor
}
