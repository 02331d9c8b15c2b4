/**
 * How an order reference may be stored, by how somebody typed it: indexes hold references exactly, and people do not
 * notice capitals.
 */
export function spellingsOf(typed: string): string[] {
  const lower = typed.toLowerCase()
  return [...new Set([typed, lower, typed.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)])]
}
