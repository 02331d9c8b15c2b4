import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../crypto.ts'
import { idempotencyKeyOf, sendReply } from '../http/reply.ts'
import { actingProblems, RequiredIdempotencyHeader } from '../http/schemas.ts'
import type { Reply } from '../operations/answer.ts'
import { recordAction } from '../operators/audit-log.sql.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { cancel } from '../payments/cancel.ts'
import { capture } from '../payments/capture.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { type PaymentTarget, runOnPayment } from '../payments/on-payment.ts'
import { refund } from '../payments/refund.ts'
import { CancelBody, CaptureBody, PaymentPath, PaymentSchema, RefundBody } from '../payments/schemas.ts'
import { existing, Problem, problems } from '../problems.ts'
import { findAnyPayment } from './payments.sql.ts'

const tags = ['Payments']
const audited = 'Recorded in the audit log before the processor is asked.'
const responses = { 200: PaymentSchema, ...actingProblems('missing_header', 'not_found', 'invalid_state') }

/** Support staff act on a payment as its merchant would, through the same use cases. */
export function paymentActionRoutes(deps: PaymentDeps): FastifyPluginAsyncTypebox {
  type Kind = 'capture' | 'refund' | 'cancel'

  const act = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { kind, paymentId, body }: { kind: Kind; paymentId: string; body: object },
    useCase: (target: PaymentTarget) => Promise<Reply>,
  ) => {
    const payment = existing(await findAnyPayment(deps.db, paymentId), 'payment')
    const { merchantId } = payment
    const idempotencyKey = idempotencyKeyOf(request) ?? ''
    const record = (action: string, detail: Record<string, string>) =>
      deps.db.begin(tx =>
        recordAction(tx, deps.clock.now(), actorOf(request), {
          action,
          target: payment.svcPaymentId,
          merchantId,
          detail,
        }),
      )
    // before anything moves: what is asked of the processor can no longer be taken back
    await record(`payment.${kind}`, { ...body, idempotencyKey })
    // operators always name a key, so the merchant's call without one is no retry of theirs
    const named = { idempotencyKey: operatorsKey(idempotencyKey), answerOwed: false, traceId: request.id }
    const target = { merchantId, paymentId, body, ...named }
    const made = await useCase(target).catch(async error => {
      const code = error instanceof Problem ? error.code : 'internal_error'
      await record(`payment.${kind}.failed`, { idempotencyKey, code }).catch(failure =>
        request.log.error({ err: failure }, 'audit entry could not be written'),
      )
      throw error
    })
    return sendReply(reply, made)
  }

  return async app => {
    app.addHook('onRequest', async request => {
      if (!request.headers['idempotency-key']) throw problems.missingHeader('Idempotency-Key')
    })

    app.post(
      '/payments/:id/capture',
      {
        schema: {
          tags,
          operationId: 'captureForMerchant',
          summary: 'Capture a payment for its merchant',
          description: `Like \`POST /v1/payments/{id}/capture\`. ${audited}`,
          headers: RequiredIdempotencyHeader,
          params: PaymentPath,
          body: CaptureBody,
          response: responses,
        },
      },
      async (request, reply) => {
        const { params, body } = request
        return await act(request, reply, { kind: 'capture', paymentId: params.id, body }, target =>
          runOnPayment(deps, capture, target, body),
        )
      },
    )

    app.post(
      '/payments/:id/refund',
      {
        schema: {
          tags,
          operationId: 'refundForMerchant',
          summary: 'Refund a payment for its merchant',
          description: `Like \`POST /v1/payments/{id}/refund\`. ${audited}`,
          headers: RequiredIdempotencyHeader,
          params: PaymentPath,
          body: RefundBody,
          response: responses,
        },
      },
      async (request, reply) => {
        const { params, body } = request
        return await act(request, reply, { kind: 'refund', paymentId: params.id, body }, target =>
          runOnPayment(deps, refund, target, body),
        )
      },
    )

    app.post(
      '/payments/:id/cancel',
      {
        schema: {
          tags,
          operationId: 'cancelForMerchant',
          summary: 'Cancel a payment for its merchant',
          description: `Like \`POST /v1/payments/{id}/cancel\`. ${audited}`,
          headers: RequiredIdempotencyHeader,
          params: PaymentPath,
          body: CancelBody,
          response: responses,
        },
      },
      async (request, reply) => {
        const { params, body } = request
        return await act(request, reply, { kind: 'cancel', paymentId: params.id, body }, target =>
          runOnPayment(deps, cancel, target, body),
        )
      },
    )
  }
}

/** Operators and the merchant may choose the same key without meaning the same; hashed, because length is limited. */
function operatorsKey(key: string): string {
  return `operator:${sha256(key).toString('hex')}`
}
