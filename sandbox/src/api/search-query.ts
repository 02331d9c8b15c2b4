import { type ApiError, invalidRequest } from './errors.ts'

type Operator = ':' | '~' | '>' | '<' | '>=' | '<='

interface Clause {
  readonly negated: boolean
  /** The path to the value, such as `metadata`, `order`. */
  readonly path: readonly string[]
  readonly operator: Operator
  readonly value: string | number | null
}

type Matches = (object: object) => boolean

const field = String.raw`(?<negated>-)?(?<field>[a-z0-9_.]+)(?:\[(?:"(?<key>[^"]*)"|'(?<other>[^']*)')\])?`
const value = String.raw`(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<number>-?\d{1,15})|(?<nothing>null))`
const clausePattern = new RegExp(`\\s*${field}\\s*(?<operator>>=|<=|[:~<>])\\s*${value}`, 'y')
const joinPattern = /\s+(AND|OR)\s+(?=\S)/y

/** Reads Stripe's search language: clauses joined by AND or by OR, but not by both. */
export function parseQuery(query: string, fields: readonly string[], resource: string): Matches {
  const clauses: Clause[] = []
  const joins = new Set<string>()
  for (let at = 0; ; ) {
    clausePattern.lastIndex = at
    const found = clausePattern.exec(query)
    if (!found?.groups) throw unreadable()
    clauses.push(clauseOf(found.groups, fields, resource))
    at = clausePattern.lastIndex
    if (query.slice(at).trim() === '') break
    joinPattern.lastIndex = at
    const join = joinPattern.exec(query)
    if (!join?.[1]) throw unreadable()
    joins.add(join[1])
    at = joinPattern.lastIndex
  }
  if (joins.size > 1) throw refusal('A search query cannot combine AND and OR.')
  const isAny = joins.has('OR')
  return object =>
    isAny ? clauses.some(clause => holds(clause, object)) : clauses.every(clause => holds(clause, object))
}

function clauseOf(
  groups: Readonly<Record<string, string | undefined>>,
  fields: readonly string[],
  resource: string,
): Clause {
  const { negated, field: name = '', operator, double, single, number, nothing } = groups
  const key = groups.key ?? groups.other
  if (!fields.includes(name) || (name === 'metadata') !== (key !== undefined)) {
    throw refusal(`Field \`${name}\` is an unsupported search field for resource \`${resource}\`.`)
  }
  const text = double ?? single
  return {
    negated: negated !== undefined,
    path: key === undefined ? name.split('.') : [name, key],
    operator: operator as Operator,
    value: nothing === undefined ? (text ?? Number(number)) : null,
  }
}

function holds({ negated, path, operator, value: wanted }: Clause, object: object): boolean {
  return compare(valueAt(object, path), operator, wanted) !== negated
}

function valueAt(object: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
    return Object.getOwnPropertyDescriptor(node, key)?.value
  }, object)
}

function compare(found: unknown, operator: Operator, wanted: string | number | null): boolean {
  if (wanted === null) return found === undefined || found === null
  if (found === undefined || found === null) return false
  switch (operator) {
    case ':':
      return String(found).toLowerCase() === String(wanted).toLowerCase()
    case '~':
      return String(found).toLowerCase().includes(String(wanted).toLowerCase())
    case '>':
      return Number(found) > Number(wanted)
    case '<':
      return Number(found) < Number(wanted)
    case '>=':
      return Number(found) >= Number(wanted)
    case '<=':
      return Number(found) <= Number(wanted)
  }
}

function unreadable(): ApiError {
  return refusal(
    'We were unable to parse your search query. Try using the format `metadata["key"]:"value"` to query for metadata or key:"value" to query for other fields.',
  )
}

function refusal(message: string): ApiError {
  return invalidRequest(message, { param: 'query' })
}
