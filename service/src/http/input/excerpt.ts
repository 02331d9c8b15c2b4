const maxParts = 100
const maxCharacters = 5000
const maxDepth = 8

/** The names of all fields that a JSON schema mentions. */
export function fieldNames(schema: unknown): Set<string> {
  const names = new Set<string>()
  const visit = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === 'properties') for (const name of Object.keys(Object(value))) names.add(name)
      visit(value)
    }
  }
  visit(schema)
  return names
}

/**
 * As much of a value as a person would read: the beginning of long lists and texts and, of an object, all known fields and
 * a few unknown ones. So no field is wrongly reported as missing.
 */
export function excerpt(value: unknown, known: ReadonlySet<string>, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, maxCharacters)
  if (depth > maxDepth || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, maxParts).map(part => excerpt(part, known, depth + 1))
  const kept: Record<string, unknown> = Object.create(null)
  for (const name of someNames(value, known)) kept[name] = excerpt(Reflect.get(value, name), known, depth + 1)
  return kept
}

function someNames(value: object, known: ReadonlySet<string>): Set<string> {
  const names = new Set<string>()
  for (const name in value) {
    if (names.size === maxParts) break
    names.add(name)
  }
  for (const name of known) if (Object.hasOwn(value, name)) names.add(name)
  return names
}
