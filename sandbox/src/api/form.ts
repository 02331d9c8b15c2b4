import { invalidRequest } from './errors.ts'

/** A decoded form: text, or a hash of form values. Lists are hashes with numbers for keys. */
export type FormValue = string | FormHash
export interface FormHash {
  [key: string]: FormValue
}

function emptyHash(): FormHash {
  return Object.create(null)
}

/** How many keys a hash has, once `k[]` has been used in it. Counting each time would be quadratic. */
type Sizes = Map<FormHash, number>

/**
 * Decodes `a=1&b[c]=2&d[0]=3&e[]=4` as Stripe does. Not with the package qs: it drops parameters named
 * `__proto__` without an error, accepts broken percent-encoding, and takes twice the time.
 */
export function decodeForm(text: string, into: FormHash = emptyHash()): FormHash {
  if (text === '') return into
  const sizes: Sizes = new Map()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const key = decodeText(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : decodeText(pair.slice(equals + 1))
    const bracket = key.indexOf('[')
    if (bracket < 0) into[key] = value
    else setNested(into, pathOf(key, bracket), value, sizes)
  }
  return into
}

/** `a[b][]` is the path a, b, and an empty name. Anything after the last closing bracket is ignored. */
function pathOf(key: string, bracket: number): string[] {
  const path = [key.slice(0, bracket)]
  for (let open = bracket; open >= 0; ) {
    const close = key.indexOf(']', open)
    if (close < 0) break
    path.push(key.slice(open + 1, close))
    open = key.indexOf('[', close)
  }
  return path
}

function setNested(form: FormHash, path: readonly string[], value: string, sizes: Sizes): void {
  const last = path.length - 1
  let hash = form
  for (let at = 0; at < last; at++) {
    const name = nameIn(hash, path[at] ?? '', sizes)
    const next = hash[name]
    if (typeof next === 'object') {
      hash = next
    } else {
      const created = emptyHash()
      set(hash, name, created, sizes)
      hash = created
    }
  }
  set(hash, nameIn(hash, path[last] ?? '', sizes), value, sizes)
}

function set(hash: FormHash, name: string, value: FormValue, sizes: Sizes): void {
  const size = sizes.get(hash)
  if (size !== undefined && !(name in hash)) sizes.set(hash, size + 1)
  hash[name] = value
}

/** An empty name, as in `k[]`, means the next place in the list. */
function nameIn(hash: FormHash, name: string, sizes: Sizes): string {
  if (name !== '') return name
  const size = sizes.get(hash) ?? Object.keys(hash).length
  sizes.set(hash, size)
  return String(size)
}

function decodeText(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidRequest('Invalid request: the body or query is not valid form encoding.')
  }
}
