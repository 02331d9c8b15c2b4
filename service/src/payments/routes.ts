import type { FastifyRequest } from 'fastify'
import { defaultLimit, Page, pageOf, readCursor } from '../http/paging.ts'
import { idempotencyKeyOf, sendReply } from '../http/reply.ts'
import type { Routes } from '../http/routes.ts'
import {
  actingProblems,
  IdempotencyHeader,
  problemResponses,
  RequiredIdempotencyHeader,
} from '../http/schemas.ts'
import { timestampOf } from '../http/timestamps.ts'
import { paymentIdShape } from '../ids.ts'
import { findAccount } from '../merchants/accounts.sql.ts'
import type { MerchantIdentity } from '../merchants/authenticate.ts'
import { merchantOf } from '../merchants/merchant-auth.ts'
import { existing, problems } from '../problems.ts'
import { cancel } from './cancel.ts'
import { capture } from './capture.ts'
import { createPayment } from './create.ts'
import type { PaymentDeps } from './deps.ts'
import { type PaymentTarget, runOnPayment } from './on-payment.ts'
import { presentPayment } from './payment.ts'
import { findPaymentWithRefunds, listPayments } from './payments.sql.ts'
import { refund } from './refund.ts'
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

export interface PaymentRouteDeps extends PaymentDeps {
  /** The processor that new payments use. */
  newPaymentsUse: string
}

const tags = ['Payments']
const moving = actingProblems('not_found', 'invalid_state')

export function paymentRoutes(deps: PaymentRouteDeps): Routes {
  return app => {
    app.post(
      '/payments/intents',
      {
        onRequest: async request => {
          if (!request.headers['idempotency-key']) throw problems.missingHeader('Idempotency-Key')
        },
        schema: {
          tags,
          operationId: 'createPayment',
          summary: 'Create a payment',
          description:
            'Creates a payment intent on the merchant’s connected account. Pass `clientSecret` to the browser SDK or a card reader to collect the payment. The Idempotency-Key header is required: an order that is sent twice is charged once.',
          headers: RequiredIdempotencyHeader,
          body: CreateBody,
          response: {
            200: CreatedSchema,
            ...actingProblems('missing_header', 'no_connected_account'),
          },
        },
      },
      async (request, reply) => {
        const merchant = await withAccount(deps, merchantOf(request))
        const named = { idempotencyKey: request.headers['idempotency-key'], traceId: request.id }
        return sendReply(reply, await createPayment(deps, merchant, named, request.body))
      },
    )

    app.post(
      '/payments/:id/capture',
      {
        schema: {
          tags,
          operationId: 'capturePayment',
          summary: 'Capture a payment',
          description:
            'Captures a payment that was authorized with manual capture, in full or in part. The rest of the authorization is released.',
          headers: IdempotencyHeader,
          params: PaymentPath,
          body: CaptureBody,
          response: { 200: PaymentSchema, ...moving },
        },
      },
      async (request, reply) =>
        sendReply(reply, await runOnPayment(deps, capture, targetOf(request), request.body)),
    )

    app.post(
      '/payments/:id/refund',
      {
        schema: {
          tags,
          operationId: 'refundPayment',
          summary: 'Refund a payment',
          description:
            'Refunds a payment in full or in part. The platform fee is returned in proportion, unless `refundApplicationFee` is false. All refunds together never exceed what was captured.',
          headers: IdempotencyHeader,
          params: PaymentPath,
          body: RefundBody,
          response: { 200: PaymentSchema, ...moving },
        },
      },
      async (request, reply) =>
        sendReply(reply, await runOnPayment(deps, refund, targetOf(request), request.body)),
    )

    app.post(
      '/payments/:id/cancel',
      {
        schema: {
          tags,
          operationId: 'cancelPayment',
          summary: 'Cancel a payment',
          description: 'Releases an authorization, or ends a payment that nobody has completed.',
          headers: IdempotencyHeader,
          params: PaymentPath,
          body: CancelBody,
          response: { 200: PaymentSchema, ...moving },
        },
      },
      async (request, reply) =>
        sendReply(reply, await runOnPayment(deps, cancel, targetOf(request), request.body)),
    )

    app.get(
      '/payments/:id',
      {
        schema: {
          tags,
          operationId: 'getPayment',
          summary: 'Retrieve a payment',
          description:
            'The payment as the ledger has it, with its refunds. Together with the callback, this is the source of truth before you fulfil an order.',
          params: PaymentPath,
          response: { 200: PaymentWithRefundsSchema, ...problemResponses('not_found', 'too_many_requests') },
        },
      },
      async request => {
        const found = existing(
          await findPaymentWithRefunds(deps.db, {
            merchantId: merchantOf(request).merchantId,
            id: request.params.id,
          }),
          'payment',
        )
        const { refunds, ...payment } = found
        return { ...presentPayment(payment), refunds }
      },
    )

    app.get(
      '/payments',
      {
        schema: {
          tags,
          operationId: 'listPayments',
          summary: 'List payments',
          description: 'Newest first.',
          querystring: ListQuery,
          response: {
            200: Page(PaymentSchema),
            ...problemResponses('invalid_request', 'too_many_requests'),
          },
        },
      },
      async request => {
        const { cursor, limit = defaultLimit, orderRef, status, createdFrom, createdTo } = request.query
        const rows = await listPayments(deps.db, {
          merchantId: merchantOf(request).merchantId,
          orderRef: orderRef ?? null,
          status: status ?? null,
          createdFrom: timestampOf('createdFrom', createdFrom),
          createdTo: timestampOf('createdTo', createdTo),
          after: readCursor(cursor, paymentIdShape),
          limit: limit + 1,
        })
        const page = pageOf(rows, limit, row => row.paymentId)
        return { data: page.data.map(presentPayment), nextCursor: page.nextCursor }
      },
    )
  }
}

/** An account made a moment ago may not be remembered with the key yet. */
async function withAccount(deps: PaymentRouteDeps, merchant: MerchantIdentity): Promise<MerchantIdentity> {
  if (merchant.account) return merchant
  return { ...merchant, account: await findAccount(deps.db, merchant.merchantId, deps.newPaymentsUse) }
}

type PaymentRequest = FastifyRequest<{ Params: { id: string } }>

type Targeting = Pick<PaymentRequest, 'id' | 'params' | 'body' | 'headers' | 'merchant'>

function targetOf(request: Targeting): PaymentTarget {
  return {
    merchantId: merchantOf(request).merchantId,
    paymentId: request.params.id,
    idempotencyKey: idempotencyKeyOf(request),
    body: request.body,
    answerOwed: true,
    traceId: request.id,
  }
}
