/**
 * Characters that are not displayed but change the page: control characters, and marks that set the text direction.
 */
const obeyed = /(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The same value, with every such character in its texts written as `\u202e`. */
export function visible<Value>(value: Value): Value {
  return shown(value) as Value
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(obeyed, escaped)
  if (Array.isArray(value)) return value.map(shown)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shown(item)]))
}
