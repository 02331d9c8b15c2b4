import { invalidRequest } from '../api/errors.ts'
import type { FormHash, FormValue } from '../api/form.ts'

/** Converts the JSON body of a control to a form as in the API, so that the same fields can read both. */
export function jsonForm(body: string): FormHash {
  if (body.trim() === '') return {}
  const form = formOf(parse(body))
  if (typeof form === 'string') throw notAnObject()
  return form
}

function parse(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    if (!Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw notAnObject()
}

function formOf(value: unknown): FormValue {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, formOf(item)]))
}

function notAnObject() {
  return invalidRequest('The body must be a JSON object.')
}
