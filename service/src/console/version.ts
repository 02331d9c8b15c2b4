import { readFileSync } from 'node:fs'

/** Of the package, as the console shows it. */
export const version = versionIn(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

function versionIn(text: string): string {
  const content: unknown = JSON.parse(text)
  return typeof content === 'object' && content !== null && 'version' in content
    ? String(content.version)
    : ''
}
