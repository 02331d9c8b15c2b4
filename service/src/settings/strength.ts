/**
 * Whether a secret may have come from a random source. It needs enough different values and enough different steps from
 * one to the next (a run of the alphabet has one), and must not be a shorter text repeated.
 */
export function looksRandom(given: Uint8Array, minDifferent: number): boolean {
  const secret = Buffer.from(withoutWellKnown(Buffer.from(given).toString('latin1')), 'latin1')
  const steps = secret.map((value, i) => value - (secret[i - 1] ?? 0)).slice(1)
  const isVaried = [secret, steps].every(values => new Set(values).size >= minDifferent)
  return isVaried && !isRepetition(secret)
}

/** Common placeholders. They are not refused, only ignored, because random text may contain one by chance. */
const wellKnown = /p[a@4]ss?w[o0]?r?d|change-?me|qwerty|asdfgh|zxcvbn|letmein|1q2w3e|1qaz2wsx|123456/gi
const withoutWellKnown = (text: string) => text.replace(wellKnown, ' ')

const minRandomCharacters = 8

/**
 * Whether enough characters of a text look random. Words do not count, longer numbers such as dates count half, and
 * repetitions count once.
 */
export function hasRandomPart(text: string): boolean {
  const seen = new Set<string>()
  let randomCharacters = 0
  for (const part of withoutWellKnown(text).match(/[A-Z]?[a-z]+|[A-Z]{2,}|\d{4,}|[A-Z\d]/g) ?? []) {
    const isLong = part.length > 2
    if (isLong && seen.has(part.toLowerCase())) continue
    seen.add(part.toLowerCase())
    if (!isWord(part)) randomCharacters += /^\d{4,}$/.test(part) ? part.length / 2 : part.length
  }
  return randomCharacters >= minRandomCharacters
}

/** Letter pairs that are common in words; fewer than a quarter of all pairs. */
const commonPairs = new Set(
  (
    'ab ac ad ag al am an ap ar as at ay ba be bl bo br by ca ce ch co cr ct da de di do dr ea ec ed ee el em en ep er es ' +
    'et ev ex ey fa fe fi fo ge gi go gr ha he hi ho ic id ie if ig il im in io is it ke ki la ld le li ll lo ly ma me mi ' +
    'mo mp my na nd ne ng no ns nt ny ob od of ok ol om on oo op or os ot ou ow pa pe pl po pr pt qu ra rd re ri ro rs rt ' +
    'ry sa se sh si so sp ss st su sv ta te th ti to tr ts tw ty ul un up ur us ut vc ve vi wa we wi wo ye yt'
  ).split(' '),
)

/** True if most of its letter pairs are common, which is rare among random letters. */
function isWord(letters: string): boolean {
  const pairs = Array.from(letters.slice(1), (letter, i) => `${letters[i]}${letter}`.toLowerCase())
  return pairs.filter(pair => commonPairs.has(pair)).length > pairs.length / 2
}

function isRepetition(values: Uint8Array): boolean {
  for (let period = 1; period <= values.length / 2; period++) {
    if (values.every((value, i) => i < period || value === values[i - period])) return true
  }
  return false
}
