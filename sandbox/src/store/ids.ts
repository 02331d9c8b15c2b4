import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type RandomText = (length: number) => string

/** Random base62 text. Bytes are drawn in bulk: a system call per id would be most of the cost of an id. */
export function randomText(): RandomText {
  const pool = Buffer.alloc(8192)
  let at = pool.length
  return length => {
    let text = ''
    while (text.length < length) {
      if (at >= pool.length) {
        randomFillSync(pool)
        at = 0
      }
      const byte = (pool[at++] ?? 0) & 63
      if (byte < 62) text += alphabet[byte]
    }
    return text
  }
}
