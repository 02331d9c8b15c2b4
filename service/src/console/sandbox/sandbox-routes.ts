import { Type } from '@fastify/type-provider-typebox'
import type { FastifyPluginAsync } from 'fastify'
import { type ForwardedType, forwardedTypes } from '../../deliveries/forwarded-types.ts'
import { EventTypeField, MerchantIdField, PaymentIdField, sample, Text } from '../../http/fields.ts'
import { appIn } from '../../http/routes.ts'
import { actingProblems, Body, Line, Named, Nullable, Strict, strict } from '../../http/schemas.ts'
import { ProcessorThere } from '../../merchants/schemas.ts'
import { recordAlone } from '../../operators/audit-log.sql.ts'
import { actorOf } from '../../operators/operator-auth.ts'
import { CreateBody } from '../../payments/schemas.ts'
import { problems } from '../../problems.ts'
import type { SandboxClient } from './sandbox-client.ts'
import { createTestPayment, type TestPaymentDeps, trigger } from './test-payments.ts'

interface SandboxRouteDeps extends Omit<TestPaymentDeps, 'sandboxAt'> {
  /** Keyed by processor name. Unless the default is a sandbox, payments are real and these routes do not exist. */
  sandboxes: ReadonlyMap<string, SandboxClient>
}

const { idempotencyKey: _, ...paymentFields } = CreateBody.properties
const { amountCents, currency, captureMethod, orderRef } = paymentFields
const MerchantField = Type.Optional(Line(64, { description: 'Default: the demo merchant' }))
const TestPaymentBody = Body(
  'NewTestPayment',
  'The test payment to create.',
  { merchantId: MerchantField, processor: ProcessorThere, amountCents, currency, captureMethod, orderRef },
  { amountCents: 4999, orderRef: 'order-1001' },
)
const TestPaymentSchema = Named('TestPayment', 'The new test payment, and where to pay it.', {
  svcPaymentId: PaymentIdField,
  checkoutUrl: Text(
    'The sandbox page for paying it',
    'http://127.0.0.1:12111/_sandbox/pages/checkout?client_secret=…',
  ),
})
const TriggerBody = Body(
  'Trigger',
  'The event to trigger.',
  {
    type: Type.Unsafe<ForwardedType>({
      type: 'string',
      enum: [...forwardedTypes],
      description: 'The event’s type',
    }),
    merchantId: MerchantField,
    payment: Type.Optional(
      Type.Partial(Strict(paymentFields), {
        ...strict,
        description:
          'Fields of the payment created for it. Fields that the event depends on cannot be changed.',
      }),
    ),
  },
  { type: 'payment_intent.succeeded' },
)
export const TriggeredSchema = Named('Triggered', 'The event that was triggered.', {
  type: EventTypeField,
  svcPaymentId: Nullable(Text('The payment created for it; null for `account.updated`', sample.svcPaymentId)),
  merchantId: MerchantIdField,
})
const errors = actingProblems('not_found', 'no_connected_account', 'suspended', 'account_disabled')

/** For testing. These routes exist only if the processor is a sandbox. */
export function sandboxRoutes({ sandboxes, ...rest }: SandboxRouteDeps): FastifyPluginAsync {
  const sandboxAt = (processor: string) => {
    const sandbox = sandboxes.get(processor)
    if (!sandbox) throw problems.notFound('path')
    return sandbox
  }
  const client = () => sandboxAt(rest.defaultProcessor)
  const deps = { ...rest, sandboxAt }

  return async scope => {
    scope.addHook('onRequest', async () => void client())
    const app = appIn(scope, 'Sandbox')

    app.post('/sandbox/payments', {
      operationId: 'createTestPayment',
      summary: 'Create a test payment',
      description:
        'Creates a payment as the merchant’s own server would, and returns the page for paying it. Sandbox mode only.',
      body: TestPaymentBody,
      response: { 201: TestPaymentSchema, ...errors },
      handler: async (request, reply) => {
        const { merchantId, processor, ...input } = request.body
        const payment = await createTestPayment(deps, { merchantId, processor, traceId: request.id }, input)
        const { svcPaymentId, clientSecret } = payment
        const entry = { action: 'sandbox.payment', target: svcPaymentId, merchantId: payment.merchantId }
        await recordAlone(deps, actorOf(request), entry)
        const page = `${sandboxAt(payment.processor).url}/_sandbox/pages/checkout`
        const checkoutUrl = `${page}?client_secret=${encodeURIComponent(clientSecret)}`
        return reply.code(201).send({ svcPaymentId, checkoutUrl })
      },
    })

    app.post('/sandbox/trigger', {
      operationId: 'triggerEvent',
      summary: 'Trigger an event',
      description:
        'Creates a payment and takes every step that leads to the event, which then arrives by webhook. Sandbox mode only.',
      body: TriggerBody,
      response: { 200: TriggeredSchema, ...errors },
      handler: async request => {
        const { type } = request.body
        const { svcPaymentId, merchantId } = await trigger(deps, { traceId: request.id, ...request.body })
        const target = svcPaymentId ?? merchantId
        const entry = { action: 'sandbox.trigger', target, merchantId, detail: { type } }
        await recordAlone(deps, actorOf(request), entry)
        return { type, svcPaymentId, merchantId }
      },
    })
  }
}
