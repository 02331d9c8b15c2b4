import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerToken } from '../http/bearer.ts'
import { problems } from '../problems.ts'
import type { Authenticator, MerchantIdentity } from './authenticate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    merchant: MerchantIdentity | null
  }
}

export function addMerchantAuth(scope: FastifyInstance, authenticator: Authenticator): void {
  scope.decorateRequest('merchant', null)
  scope.addHook('onRequest', async request => {
    request.merchant = await authenticator.authenticate(presentedKey(request))
    if (!request.merchant) throw problems.unauthorized()
    request.log = request.log.child({
      merchantId: request.merchant.merchantId,
      keyId: request.merchant.keyId,
    })
  })
}

/** The merchant of an authenticated request: routes under /v1 always have one. */
export function merchantOf(request: Pick<FastifyRequest, 'merchant'>): MerchantIdentity {
  if (!request.merchant) throw problems.unauthorized()
  return request.merchant
}

function presentedKey(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key']
  return typeof header === 'string' ? header : bearerToken(request)
}
