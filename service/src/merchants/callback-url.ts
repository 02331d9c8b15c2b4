import { isIP } from 'node:net'
import { isPublicAddress } from '../addresses.ts'
import { problems } from '../problems.ts'

/**
 * What can be said of a callback address before it is used. Names are checked again whenever a connection
 * is made, because what they resolve to can change.
 */
export function checkCallbackUrl(text: string, allowPrivate: boolean, path = 'url'): string {
  const refuse = (message: string) =>
    problems.invalidRequest('The callback URL is not acceptable.', [{ path, message }])
  if (!URL.canParse(text)) throw refuse('must be an absolute URL')
  const url = new URL(text)
  if (url.href.length > 2048) throw refuse('must have at most 2048 characters')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowPrivate)) throw refuse('must use https')
  if (url.username || url.password) throw refuse('must not contain credentials')
  if (url.hash) throw refuse('must not contain a fragment')
  if (!allowPrivate && isPrivateHost(url.hostname)) throw refuse('must be a public address')
  return url.href
}

function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(host) === 0) return host === 'localhost' || host.endsWith('.localhost')
  return !isPublicAddress(host)
}
