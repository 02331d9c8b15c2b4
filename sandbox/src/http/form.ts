import { invalidRequest } from './api-error.ts'

/** A decoded form: text, or a hash of such. Lists are hashes with numbers for keys. */
export type FormValue = string | FormHash
export interface FormHash {
  [key: string]: FormValue
}

function emptyHash(): FormHash {
  return Object.create(null)
}

/** Decodes `a=1&b[c]=2&d[0]=3&e[]=4` as Stripe does. */
export function decodeForm(text: string, into: FormHash = emptyHash()): FormHash {
  if (text === '') return into
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const key = decodeText(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : decodeText(pair.slice(equals + 1))
    const bracket = key.indexOf('[')
    if (bracket < 0) into[key] = value
    else setNested(into, key, bracket, value)
  }
  return into
}

function setNested(form: FormHash, key: string, bracket: number, value: string): void {
  const path = [key.slice(0, bracket)]
  for (const match of key.slice(bracket).matchAll(/\[([^\]]*)\]/g)) path.push(match[1] ?? '')
  let hash = form
  for (let at = 0; at < path.length - 1; at++) {
    const name = keyIn(hash, path[at] ?? '')
    const next = hash[name]
    if (typeof next === 'object') {
      hash = next
    } else {
      const created = emptyHash()
      hash[name] = created
      hash = created
    }
  }
  hash[keyIn(hash, path[path.length - 1] ?? '')] = value
}

/** `k[]` means the next place in the list. */
function keyIn(hash: FormHash, name: string): string {
  return name === '' ? String(Object.keys(hash).length) : name
}

function decodeText(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidRequest('Invalid request: the body or query is not valid form encoding.')
  }
}
