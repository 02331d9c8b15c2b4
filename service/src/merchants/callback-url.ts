import { faultOfTarget, type TargetFault, type TargetRules } from '../addresses.ts'
import { problems } from '../problems.ts'

const messages: Record<TargetFault, string> = {
  scheme: 'must use https',
  address: 'must be a public address',
  port: 'must use port 80, port 443, or a port from 1024 up',
}

/**
 * Checks as much as possible before a callback URL is used. Host names are checked again for each connection, because
 * their addresses can change.
 */
export function checkCallbackUrl(text: string, rules: TargetRules, path = 'url'): string {
  const refuse = (message: string) =>
    problems.invalidRequest('The callback URL is not acceptable.', [{ path, message }])
  if (!URL.canParse(text)) throw refuse('must be an absolute URL')
  const url = new URL(text)
  if (url.href.length > 2048) throw refuse('must have at most 2048 characters')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('must use https')
  if (url.username || url.password) throw refuse('must not contain credentials')
  if (url.hash) throw refuse('must not contain a fragment')
  const fault = faultOfTarget(url, rules)
  if (fault) throw refuse(messages[fault])
  return url.href
}
