import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../db/db.ts'
import { findDelivery } from '../deliveries/deliveries.sql.ts'
import type { Target } from '../http/doors/limits.ts'
import type { MerchantId } from '../ids.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { type PortalScope, portalCalls } from '../operators/roles.ts'
import { findPayment } from '../payments/payments.sql.ts'
import { existing, problems } from '../problems.ts'

type Fields = Record<string, unknown>

/** Limits a portal to its own merchant, before a route or even validation sees the request. */
export function addPortalScope(scope: FastifyInstance, { db }: { db: Db }): void {
  const checks: Record<PortalScope, (own: MerchantId, request: FastifyRequest) => Promise<void> | void> = {
    own: () => {},
    // the body is checked later, once it has been read
    body: () => {},
    path: (own, { params }) => {
      if ((params as Fields).merchantId !== own) throw problems.notFound('merchant')
    },
    query: (own, { query }) => forceMerchant(query as Fields, own),
    async payment(own, { params }) {
      const paymentId = String((params as Fields).id)
      existing(await findPayment(db, { merchantId: own, paymentId }), 'payment')
    },
    async delivery(own, { params }) {
      existing(await findDelivery(db, String((params as Fields).deliveryId), own), 'delivery')
    },
  }

  scope.addHook('onRequest', async request => {
    const own = request.operator?.merchantId
    if (!own) return
    const call = scopeOf(request)
    if (!call) throw problems.forbidden('portal', 'admin')
    await checks[call](own, request)
    if (request.method !== 'GET' && (await findMerchant(db, own))?.suspended) throw problems.suspended()
  })

  scope.addHook('preValidation', async request => {
    const own = request.operator?.merchantId
    if (!own || scopeOf(request) !== 'body') return
    const { body } = request
    if (typeof body === 'object' && body !== null) forceMerchant(body as Fields, own)
  })
}

/**
 * Whether merchants may reach a route if operators have their own port: true for the portal's pages, and for calls
 * that they make with a portal session.
 */
export function isForPortal(request: FastifyRequest, isPortal: (target: Target) => boolean): boolean {
  if (/^\/console(\/|$)/.test(request.routeOptions.url ?? '')) return true
  return isPortal(request.raw) && scopeOf(request) !== undefined
}

function scopeOf(request: FastifyRequest): PortalScope | undefined {
  const operationId = request.routeOptions.schema?.operationId ?? ''
  return Object.hasOwn(portalCalls, operationId) ? portalCalls[operationId] : undefined
}

function forceMerchant(fields: Fields, own: MerchantId): void {
  if (fields.merchantId !== undefined && fields.merchantId !== own) throw problems.notFound('merchant')
  fields.merchantId = own
}
