import type { TSchema } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotencyKeyOf, sendReply } from '../http/answers/reply.ts'
import { defaultLimit, Page, pageOf, readCursor } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { actingProblems, IdempotencyHeader, RequiredIdempotencyHeader } from '../http/schemas.ts'
import { timestampOf } from '../http/timestamps.ts'
import { paymentIdShape } from '../ids.ts'
import { findActiveAccount } from '../merchants/active-processor.sql.ts'
import type { MerchantIdentity } from '../merchants/authenticate.ts'
import type { ConnectedDeps } from '../merchants/connected.ts'
import { callingMerchant } from '../merchants/merchant-auth.ts'
import { existing } from '../problems.ts'
import type { PaymentTarget } from './call-on-payment.ts'
import { cancelPayment } from './cancel.ts'
import { capturePayment } from './capture.ts'
import { createPayment } from './create.ts'
import type { CallDeps } from './deps.ts'
import { presentPayment } from './payment.ts'
import { findPaymentWithRefunds, listPayments } from './payments.sql.ts'
import { refundPayment } from './refund.ts'
import {
  CancelBody,
  CaptureBody,
  CreateBody,
  CreatedSchema,
  ListQuery,
  PaymentPath,
  PaymentSchema,
  PaymentWithRefundsSchema,
  RefundBody,
} from './schemas.ts'

type PaymentRouteDeps = CallDeps & ConnectedDeps

export function paymentRoutes(app: App, deps: PaymentRouteDeps): void {
  app.post('/payments/intents', {
    operationId: 'createPayment',
    summary: 'Create a payment',
    description:
      'Creates a payment intent on the merchant’s connected account. Pass `clientSecret` to the browser SDK or a card reader to collect the payment. The Idempotency-Key header is required: an order that is sent twice is charged once.',
    headers: RequiredIdempotencyHeader,
    body: CreateBody,
    response: {
      200: CreatedSchema,
      ...actingProblems('missing_header', 'no_connected_account', 'account_disabled'),
    },
    handler: async (request, reply) => {
      const merchant = await withAccount(deps, callingMerchant(request))
      const named = { idempotencyKey: request.headers['idempotency-key'], traceId: request.id }
      return sendReply(reply, await createPayment(deps, merchant, named, request.body))
    },
  })

  const schemaOf = <Body extends TSchema>(body: Body) => ({
    headers: IdempotencyHeader,
    params: PaymentPath,
    body,
    response: { 200: PaymentSchema, ...actingProblems() },
  })

  app.post('/payments/:id/capture', {
    ...schemaOf(CaptureBody),
    operationId: 'capturePayment',
    summary: 'Capture a payment',
    description:
      'Captures a payment that was authorized with manual capture, in full or in part. The rest of the authorization is released.',
    handler: async (request, reply) => sendReply(reply, await capturePayment(deps, targetOf(request, reply))),
  })

  app.post('/payments/:id/refund', {
    ...schemaOf(RefundBody),
    operationId: 'refundPayment',
    summary: 'Refund a payment',
    description:
      'Refunds a payment in full or in part. The platform fee is returned in proportion, unless `refundApplicationFee` is false. All refunds together never exceed the captured amount.',
    handler: async (request, reply) => sendReply(reply, await refundPayment(deps, targetOf(request, reply))),
  })

  app.post('/payments/:id/cancel', {
    ...schemaOf(CancelBody),
    operationId: 'cancelPayment',
    summary: 'Cancel a payment',
    description:
      'Cancels a payment that has not been captured, and releases its authorization if there is one.',
    handler: async (request, reply) => sendReply(reply, await cancelPayment(deps, targetOf(request, reply))),
  })

  app.get('/payments/:id', {
    operationId: 'getPayment',
    summary: 'Retrieve a payment',
    description:
      'The payment as recorded in the ledger, with its refunds and disputes. Before you fulfill an order, rely only on this and the callback.',
    params: PaymentPath,
    response: { 200: PaymentWithRefundsSchema },
    handler: async request => {
      const { merchantId } = callingMerchant(request)
      const found = await findPaymentWithRefunds(deps.db, { merchantId, paymentId: request.params.id })
      const payment = existing(found, 'payment')
      return { refunds: payment.refunds, disputes: payment.disputes, ...presentPayment(payment) }
    },
  })

  app.get('/payments', {
    operationId: 'listPayments',
    summary: 'List payments',
    description: 'Newest first.',
    querystring: ListQuery,
    response: { 200: Page(PaymentSchema) },
    handler: async request => {
      const { cursor, limit = defaultLimit, orderRef, status, createdFrom, createdTo } = request.query
      const { merchantId } = callingMerchant(request)
      const paymentId = readCursor(cursor, paymentIdShape)
      const filter = {
        merchantId,
        orderRefs: orderRef === undefined ? null : [orderRef],
        statuses: status ? [status] : null,
        createdFrom: timestampOf('createdFrom', createdFrom),
        createdTo: timestampOf('createdTo', createdTo),
        after: paymentId === null ? null : { merchantId, paymentId },
      }
      const rows = await listPayments(deps.db, filter, limit + 1)
      const page = pageOf(rows, limit, row => row.paymentId)
      return { data: page.data.map(presentPayment), nextCursor: page.nextCursor }
    },
  })
}

/** The cached identity may lack an account that was created a moment ago. */
async function withAccount(deps: PaymentRouteDeps, merchant: MerchantIdentity): Promise<MerchantIdentity> {
  if (merchant.account) return merchant
  return { ...merchant, account: await findActiveAccount(deps.db, merchant.merchantId, deps) }
}

/** A call begins within milliseconds unless the database hangs, and few callers wait longer than this. */
const latestBeginMs = 30_000

function targetOf<Body>(
  request: Pick<FastifyRequest, 'headers' | 'socket' | 'id' | 'merchant'> & {
    params: { id: string }
    body: Body
  },
  reply: FastifyReply,
): PaymentTarget<Body> {
  return {
    merchantId: callingMerchant(request).merchantId,
    paymentId: request.params.id,
    idempotencyKey: idempotencyKeyOf(request),
    body: request.body,
    answerOwed: true,
    isAbandoned: () => request.socket.destroyed || reply.elapsedTime > latestBeginMs,
    traceId: request.id,
  }
}
