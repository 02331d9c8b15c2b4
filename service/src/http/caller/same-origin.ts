import type { FastifyRequest } from 'fastify'
import { problems } from '../../problems.ts'

const reading = new Set(['GET', 'HEAD'])

/**
 * A browser sends the cookie with every request to us, whichever page makes it. Pages of other sites can neither add
 * the svc-console header without our consent nor forge their origin.
 */
export function refuseCrossSiteChange(request: FastifyRequest): void {
  if (reading.has(request.method)) return
  if (request.headers['svc-console'] !== '1') throw problems.crossSite()
  refuseOtherOrigin(request)
}

export function refuseOtherOrigin({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw problems.crossSite()
  if (headers.origin !== undefined && hostOf(headers.origin) !== headers.host) throw problems.crossSite()
}

/** Leaves out the scheme, which we cannot see behind a proxy that terminates TLS. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

/** Believes the TLS proxy or the browser. A client that lies here only weakens its own session. */
export function isOverTls({ headers }: FastifyRequest): boolean {
  return (
    String(headers['x-forwarded-proto'] ?? '').startsWith('https') || /^https:/.test(headers.origin ?? '')
  )
}

/** The origin through which the caller reached us. */
export function originOf(request: FastifyRequest): string {
  return `${isOverTls(request) ? 'https' : 'http'}://${request.headers.host ?? 'localhost'}`
}
