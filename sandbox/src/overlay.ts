/** `before` with the values of `change` merged in, hash by hash. Lists are replaced as a whole. */
export function overlay<T extends object>(before: T, change: object | undefined): T {
  const result = new Map<string, unknown>(Object.entries(before))
  for (const [name, value] of Object.entries(change ?? {})) {
    if (value === undefined) continue
    const earlier = result.get(name)
    result.set(name, isHash(value) ? overlay(isHash(earlier) ? earlier : {}, value) : value)
  }
  return Object.fromEntries(result) as T
}

export function isHash(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
