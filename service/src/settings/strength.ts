/**
 * Whether a secret may have come from a random source: enough different values, enough different steps from one to
 * the next (a run of the alphabet has one), and not a shorter text repeated.
 */
export function looksRandom(secret: Uint8Array, differentAtLeast: number): boolean {
  const steps = secret.map((value, i) => value - (secret[i - 1] ?? 0)).slice(1)
  const isVaried = [secret, steps].every(values => new Set(values).size >= differentAtLeast)
  return isVaried && !isRepetition(secret) && !wellKnown.test(Buffer.from(secret).toString('latin1'))
}

/** What people write when they mean to put in a real one later. */
const wellKnown = /p[a@4]ss?w[o0]?r?d|change-?me|qwerty|letmein|1q2w3e|1qaz2wsx|123456/i

/**
 * About how many characters of a text were drawn at random. Those of words were chosen; of longer numbers, such as
 * dates, half; and what was there before adds nothing.
 */
export function drawnCharacters(text: string): number {
  const seen = new Set<string>()
  let drawn = 0
  for (const part of text.match(/[A-Z]?[a-z]{2,}|[A-Z]{3,}|\d{4,}|[A-Za-z\d]/g) ?? []) {
    const isLong = part.length > 2
    if (isLong && seen.has(part.toLowerCase())) continue
    seen.add(part.toLowerCase())
    if (!isWord(part)) drawn += /^\d{4,}$/.test(part) ? part.length / 2 : part.length
  }
  return drawn
}

/** Letters as languages join them; among random ones there is soon a run without a vowel. */
function isWord(letters: string): boolean {
  return letters.length > 3 && /[aeiouy]/i.test(letters) && !/[^aeiouy]{4}|[aeiouy]{4}/i.test(letters)
}

function isRepetition(values: Uint8Array): boolean {
  for (let period = 1; period <= values.length / 2; period++) {
    if (values.every((value, i) => i < period || value === values[i - period])) return true
  }
  return false
}
