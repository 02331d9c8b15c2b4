import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a browser sent the request for a page of another origin. Such a page may use the publishable key, as
 * shops do, and nothing else: it must not reach a sandbox on its visitor's machine.
 */
export function isFromForeignPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
