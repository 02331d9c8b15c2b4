/**
 * The spellings in which a typed order reference may be stored: indexes are case-sensitive, and people often ignore case.
 */
export function spellingsOf(typed: string): string[] {
  const lower = typed.toLowerCase()
  return [...new Set([typed, lower, typed.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)])]
}
