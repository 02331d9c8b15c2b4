import { invalidRequest } from './errors.ts'
import type { FormHash, FormValue } from './form.ts'

/** Reads one parameter. `undefined` means it was not sent. */
export type Field<T> = (value: FormValue | undefined, name: string) => T
export type Shape = Record<string, Field<unknown>>
export type ParamsOf<S> = { [K in keyof S]: S[K] extends Field<infer T> ? T : never }

export function params<S extends Shape>(shape: S): Field<ParamsOf<S>> {
  const names = Object.keys(shape)
  return (value, parent) => {
    const form = typeof value === 'object' ? value : {}
    if (typeof value === 'string') throw invalidRequest('Invalid object', { param: parent })
    const unknown = Object.keys(form).filter(name => !Object.hasOwn(shape, name))
    if (unknown.length > 0) throw unknownParams(unknown.map(name => child(parent, name)))
    const result: Record<string, unknown> = {}
    for (const name of names) result[name] = shape[name]?.(form[name], child(parent, name))
    return result as ParamsOf<S>
  }
}

/** An optional nested hash. */
export function hash<S extends Shape>(shape: S): Field<ParamsOf<S> | undefined> {
  const read = params(shape)
  return (value, name) => (value === undefined || value === '' ? undefined : read(value, name))
}

export function required<T>(field: Field<T | undefined>): Field<T> {
  return (value, name) => {
    if (value === '') throw emptyParam(name)
    const result = value === undefined ? undefined : field(value, name)
    if (result === undefined) {
      throw invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
    }
    return result
  }
}

export const text: Field<string | undefined> = (value, name) => {
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw invalidRequest('Invalid string', { param: name })
  if (value === '') throw emptyParam(name)
  return value
}

/** A parameter that an empty value clears. */
export function clearable<T>(field: Field<T>): Field<T | null> {
  return (value, name) => (value === '' ? null : field(value, name))
}

export const clearableText = clearable(text)

export const email: Field<string | undefined> = (value, name) => {
  const address = text(value, name)
  if (address !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
    throw invalidRequest(`Invalid email address: ${address}`, { code: 'email_invalid', param: name })
  }
  return address
}

export const clearableEmail = clearable(email)

export const integer: Field<number | undefined> = (value, name) => {
  if (value === undefined) return undefined
  if (value === '') throw emptyParam(name)
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
    const shown = typeof value === 'string' ? value : '{}'
    throw invalidRequest(`Invalid integer: ${shown}`, { code: 'parameter_invalid_integer', param: name })
  }
  return Number(value)
}

export const positiveInteger: Field<number | undefined> = (value, name) => {
  const number = integer(value, name)
  if (number !== undefined && number < 1) {
    const details = { code: 'parameter_invalid_integer', param: name }
    throw invalidRequest('This value must be greater than or equal to 1.', details)
  }
  return number
}

export const nonNegativeInteger: Field<number | undefined> = (value, name) => {
  const number = integer(value, name)
  if (number !== undefined && number < 0) {
    throw invalidRequest('Invalid non-negative integer', { code: 'parameter_invalid_integer', param: name })
  }
  return number
}

export const boolean: Field<boolean | undefined> = (value, name) => {
  if (value === undefined) return undefined
  // Python's SDK sends True and False.
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  if (word === 'true' || word === '1') return true
  if (word === 'false' || word === '0') return false
  throw invalidRequest(`Invalid boolean: ${typeof value === 'string' ? value : '{}'}`, { param: name })
}

export function oneOf<const T extends string>(...allowed: T[]): Field<T | undefined> {
  return (value, name) => {
    if (value === undefined) return undefined
    const found = allowed.find(candidate => candidate === value)
    if (found !== undefined) return found
    const last = allowed[allowed.length - 1]
    const list = allowed.length > 1 ? `${allowed.slice(0, -1).join(', ')}, or ${last}` : last
    throw invalidRequest(`Invalid ${name}: must be one of ${list}`, { param: name })
  }
}

export function list<T>(field: Field<T | undefined>): Field<T[] | undefined> {
  return (value, name) => {
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'object') throw invalidRequest('Invalid array', { param: name })
    return Object.entries(value).map(([key, item]) => required(field)(item, `${name}[${key}]`))
  }
}

/**
 * The values that were sent: of all fields, or only of the named ones. Spread over a record, they change nothing else.
 */
export function sent<T extends object, K extends keyof T>(
  values: T,
  ...names: K[]
): { [N in K]?: Exclude<T[N], undefined> } {
  const given: { [N in K]?: Exclude<T[N], undefined> } = {}
  for (const name of names.length > 0 ? names : (Object.keys(values) as K[])) {
    const value = values[name]
    if (value !== undefined) given[name] = value as Exclude<T[K], undefined>
  }
  return given
}

/** A parameter of Stripe's that has no effect here, such as a display option. */
export const ignored: Field<FormHash | string | undefined> = value => value

/** A parameter of Stripe's that would change the outcome but is not simulated. */
export const refused: Field<undefined> = (value, name) => {
  if (value === undefined) return undefined
  throw invalidRequest(`This sandbox does not simulate \`${name}\`.`, { param: name })
}

function child(parent: string, name: string): string {
  return parent === '' ? name : `${parent}[${name}]`
}

function unknownParams(names: readonly string[]) {
  const [param = ''] = names
  const noun = names.length > 1 ? 'parameters' : 'parameter'
  return invalidRequest(`Received unknown ${noun}: ${names.join(', ')}`, { code: 'parameter_unknown', param })
}

function emptyParam(param: string) {
  const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`
  return invalidRequest(message, { code: 'parameter_invalid_empty', param })
}
