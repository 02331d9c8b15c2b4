/** Markup. All other text is escaped when it is inserted. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.reduce((text, next, at) => text + render(parts[at - 1]) + next) }
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part))
  return isList(part) ? part.map(render).join('') : part.html
}

function isList(part: Html | readonly Part[]): part is readonly Part[] {
  return Array.isArray(part)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Characters that are not displayed but change the page: control characters, and marks that set the text direction.
 */
const obeyed = /(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

const shown = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => entities[character] ?? character).replaceAll(obeyed, shown)
}
