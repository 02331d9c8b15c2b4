import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FailedAttempts } from '../auth/failed-attempts.ts'
import { bearerToken } from '../http/caller/credentials.ts'
import { problems } from '../problems.ts'
import type { Authenticator, MerchantIdentity } from './authenticate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    merchant: MerchantIdentity | null
  }
}

interface MerchantAuth {
  authenticator: Authenticator
  failures: FailedAttempts
}

const readingMethods = ['GET', 'HEAD']

export function addMerchantAuth(scope: FastifyInstance, { authenticator, failures }: MerchantAuth): void {
  scope.decorateRequest('merchant', null)
  scope.addHook('onRequest', async request => {
    const presented = presentedKey(request)
    const merchant = await authenticator.authenticate(presented)
    if (!merchant) throw failures.refuse(request, 'API key', presented)
    const { merchantId, keyId, suspended } = merchant
    request.merchant = merchant
    request.log = request.log.child({ merchantId, keyId })
    if (suspended && !readingMethods.includes(request.method)) throw problems.suspended()
  })
}

/** The merchant of an authenticated request. Routes under /v1 always have one. */
export function callingMerchant(request: Pick<FastifyRequest, 'merchant'>): MerchantIdentity {
  if (!request.merchant) throw problems.unauthorized()
  return request.merchant
}

export function presentedKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['x-api-key']
  return typeof header === 'string' ? header : bearerToken({ headers })
}
