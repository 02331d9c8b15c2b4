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
const wellKnown = /password|changeme|change-me|qwerty|letmein/i

function isRepetition(values: Uint8Array): boolean {
  for (let period = 1; period <= values.length / 2; period++) {
    if (values.every((value, i) => i < period || value === values[i - period])) return true
  }
  return false
}
