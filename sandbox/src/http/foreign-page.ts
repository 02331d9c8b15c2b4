import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/**
 * Whether a browser sent the request for a page of another origin. Such a page may use the publishable key, as
 * shops do, and nothing else: it must not reach a sandbox on its visitor's machine.
 */
export function isFromForeignPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  const { origin, host = '' } = headers
  if (site === undefined && origin === undefined) return false
  // a name that somebody else can point at this machine makes their page one of the same origin
  if (!isOurName(host)) return true
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin === undefined || !URL.canParse(origin) || new URL(origin).host !== host
}

function isOurName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return name === 'localhost' || isIP(name) !== 0
}
