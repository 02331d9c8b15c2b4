import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/**
 * Whether a browser sent the request on behalf of a page of another origin. Such a page may use the publishable
 * key, as shops do, and nothing else: it must not control a sandbox on its visitor's machine.
 */
export function isFromForeignPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  const { origin, host = '' } = headers
  if (site === undefined && origin === undefined) return false
  // Someone else's domain name can point at this machine, which would make their page same-origin.
  if (!isOurName(host)) return true
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin === undefined || !URL.canParse(origin) || new URL(origin).host !== host
}

function isOurName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return name === 'localhost' || isIP(name) !== 0
}
