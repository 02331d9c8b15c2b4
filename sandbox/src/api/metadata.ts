import type { Metadata } from '../records/stored.ts'
import { invalidRequest } from './errors.ts'
import type { Field } from './params.ts'

export interface MetadataChange {
  readonly clear: boolean
  readonly values: Metadata
}

/** New metadata. Empty values unset their key; an empty parameter unsets all. */
export const metadata: Field<MetadataChange | undefined> = (value, name) => {
  if (value === undefined) return undefined
  if (value === '') return { clear: true, values: {} }
  if (typeof value !== 'object') throw invalidRequest('Invalid object', { param: name })
  const entries = Object.entries(value).map(([key, item]): [string, string] => {
    const param = `${name}[${key}]`
    if (typeof item !== 'string') throw invalidRequest('Invalid string: {}', { param })
    // Characters as people count them: an emoji is one, though it takes two units of UTF-16.
    if ([...key].length > 40) {
      throw invalidRequest('Metadata keys must be at most 40 characters long.', { param })
    }
    if ([...item].length > 500) {
      throw invalidRequest('Metadata values must be at most 500 characters long.', { param })
    }
    return [key, item]
  })
  return { clear: false, values: Object.fromEntries(entries) }
}

export function changeMetadata(before: Metadata, change: MetadataChange | undefined): Metadata {
  if (!change) return before
  const after = new Map(change.clear ? [] : Object.entries(before))
  for (const [key, value] of Object.entries(change.values)) {
    if (value === '') after.delete(key)
    else after.set(key, value)
  }
  if (after.size > 50) {
    throw invalidRequest('An object can have at most 50 metadata keys.', { param: 'metadata' })
  }
  // Unlike an assignment, this keeps a key named __proto__.
  return Object.fromEntries(after)
}
