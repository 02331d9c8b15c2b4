import type { Static, TSchema } from '@fastify/type-provider-typebox'
import { sha256 } from '../../crypto.ts'
import { idempotencyKeyOf, sendReply } from '../../http/answers/reply.ts'
import type { App } from '../../http/routes.ts'
import { actingProblems, RequiredIdempotencyHeader } from '../../http/schemas.ts'
import type { OnPaymentKind } from '../../operations/operation.ts'
import type { Reply } from '../../operations/reply.ts'
import { recordAlone, recordRefusal } from '../../operators/audit-log.sql.ts'
import { actorOf } from '../../operators/operator-auth.ts'
import type { PaymentTarget } from '../../payments/call-on-payment.ts'
import { cancelPayment } from '../../payments/cancel.ts'
import { capturePayment } from '../../payments/capture.ts'
import type { CallDeps } from '../../payments/deps.ts'
import { refundPayment } from '../../payments/refund.ts'
import { CancelBody, CaptureBody, PaymentPath, PaymentSchema, RefundBody } from '../../payments/schemas.ts'
import { existing, Problem, problems } from '../../problems.ts'
import { findAnyPayment } from './all-payments.sql.ts'

/** Support staff act on a payment as its merchant would, through the same use cases. */
export function paymentActionRoutes(app: App, deps: CallDeps): void {
  const { db, clock } = deps
  const onPayment = <Body extends TSchema>(
    kind: OnPaymentKind,
    body: Body,
    act: (deps: CallDeps, target: PaymentTarget<Static<Body>>) => Promise<Reply>,
  ) => {
    app.post(`/payments/:id/${kind}`, {
      operationId: `${kind}ForMerchant`,
      summary: `${kind.replace(/^./, first => first.toUpperCase())} a payment for its merchant`,
      description: `Like \`POST /v1/payments/{id}/${kind}\`. Recorded in the audit log before the processor is asked.`,
      headers: RequiredIdempotencyHeader,
      params: PaymentPath,
      body,
      response: { 200: PaymentSchema, ...actingProblems('missing_header') },
      handler: async (request, reply) => {
        const body = request.body as Static<Body> & Record<string, string>
        const { id: paymentId } = request.params as { id: string }
        const { merchantId, currency, orderRef } = existing(await findAnyPayment(db, paymentId), 'payment')
        const idempotencyKey = idempotencyKeyOf(request) ?? ''
        const entry = { action: `payment.${kind}`, target: paymentId, merchantId }
        const detail = { ...body, currency, orderRef, idempotencyKey }
        const actor = actorOf(request)
        // recorded before money moves, because a call to the processor cannot be undone
        await recordAlone(deps, actor, { ...entry, detail })
        // operators always send a key, so a merchant's call without a key is never a retry of an operator's call
        const named = { idempotencyKey: operatorsKey(idempotencyKey), answerOwed: false, traceId: request.id }
        const target = { merchantId, paymentId, body, ...named }
        const answer = await act(deps, target).catch(async error => {
          const problem = error instanceof Problem ? error : problems.internalError()
          await db
            .begin(tx => recordRefusal(tx, clock.now(), actor, entry, problem))
            .catch(failure => request.log.error({ err: failure }, 'could not write an audit entry'))
          throw error
        })
        return sendReply(reply, answer)
      },
    })
  }
  onPayment('capture', CaptureBody, capturePayment)
  onPayment('refund', RefundBody, refundPayment)
  onPayment('cancel', CancelBody, cancelPayment)
}

/** Operators and the merchant may choose the same key for different calls. Hashed, because the length is limited. */
function operatorsKey(key: string): string {
  return `operator:${sha256(key).toString('hex')}`
}
