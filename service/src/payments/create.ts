import { type MerchantId, newPaymentId, type PaymentId } from '../ids.ts'
import { type FeePolicy, platformFee } from '../money.ts'
import { type Reply, sealAnswer } from '../operations/answer.ts'
import type { Kind } from '../operations/kind.ts'
import { digestOf, type OperationArguments } from '../operations/operation.ts'
import { runOperation } from '../operations/run-operation.ts'
import { problems } from '../problems.ts'
import type { CreatedPayment } from '../processors/port.ts'
import { claimCreate, finishCreate } from './create.sql.ts'
import { type PaymentDeps, processorNamed } from './deps.ts'

export interface CreateInput {
  amountCents: number
  currency?: string
  captureMethod?: 'automatic' | 'manual'
  paymentMethodTypes?: string[]
  customerRef?: string
  orderRef?: string
  description?: string
  branch?: string
  idempotencyKey?: string
}

/** The merchant a payment is made for, with what a new payment needs to know of it. */
export interface PayingMerchant {
  merchantId: MerchantId
  fees: FeePolicy
  account: { processor: string; accountId: string } | null
}

export async function createPayment(
  deps: PaymentDeps,
  merchant: PayingMerchant,
  named: { idempotencyKey: string; traceId: string | null },
  input: CreateInput,
): Promise<Reply> {
  const { merchantId, account } = merchant
  const request = {
    ...named,
    merchantId,
    kind: 'create',
    digest: digestOf(input),
    answerOwed: false,
  } as const
  return await runOperation(deps, create, {
    ...request,
    notBegun: account ? undefined : problems.noConnectedAccount(),
    async begin(refused) {
      // a merchant whose account is gone still gets the answers it had
      if (!account) return null
      // to the processor, the retry is the same request only with the same id
      const paymentId = refused?.paymentId ?? newPaymentId()
      const args = argumentsOf(input, paymentId, account, merchant.fees)
      const wanted = { ...request, paymentId, arguments: args, at: deps.clock.now() }
      const operation = await claimCreate(deps.db, wanted)
      return operation && { kind: 'perform', operation }
    },
  })
}

/** The rest of a payment's fields, as they are when it is made. */
const nothingPaid = {
  capturedCents: 0,
  refundedCents: 0,
  applicationFeeRefundedCents: 0,
  disputedCents: 0,
  failure: null,
}

export const create: Kind<PaymentDeps, 'create', CreatedPayment> = {
  name: 'create',

  callersKey: operation => operation.arguments.processorKey,

  ask(deps, { arguments: { processor, accountId, payment } }, idempotencyKey) {
    return processorNamed(deps, processor).createPayment({ accountId, idempotencyKey }, payment)
  },

  readTime(deps, { arguments: { processor, accountId } }) {
    return processorNamed(deps, processor).readTime(accountId)
  },

  /** As it was when it was made: what has become of it since is told by its events and by reading it. */
  async find(deps, { arguments: { processor, accountId }, paymentId }, _key, since) {
    const found = await processorNamed(deps, processor).findPayment(accountId, paymentId, since)
    if (found.kind !== 'done' || !found.value) return found
    const { snapshot, clientSecret } = found.value
    const begun = { ...snapshot, status: 'requires_payment_method' } as const
    return { kind: 'done', value: { snapshot: begun, clientSecret } }
  },

  async finish(deps, operation, { snapshot, clientSecret }) {
    const { payment, accountId, processor } = operation.arguments
    const at = deps.clock.now()
    const body = JSON.stringify({
      svcPaymentId: operation.paymentId,
      clientSecret,
      status: snapshot.status,
      amountCents: payment.amountCents,
      applicationFeeCents: payment.feeCents,
      currency: payment.currency,
      orderRef: operation.arguments.orderRef,
      processorPaymentIntentId: snapshot.processorPaymentId,
      connectedAccountId: accountId,
      publishableKey: processorNamed(deps, processor).publishableKey,
      captureMethod: payment.captureMethod,
      ...nothingPaid,
      createdAt: operation.createdAt,
      updatedAt: at,
    })
    const sealedAnswer = sealAnswer(deps, operation, body)
    const item = { operation, snapshot, sealedAnswer, at }
    const isOurs = await finishCreate(deps.db, item)
    return isOurs ? { kind: 'finished', body } : { kind: 'lost' }
  },
}

function argumentsOf(
  input: CreateInput,
  paymentId: PaymentId,
  { processor, accountId }: { processor: string; accountId: string },
  fees: FeePolicy,
): OperationArguments['create'] {
  const { customerRef = null, orderRef = null, branch = null } = input
  return {
    processor,
    accountId,
    payment: {
      amountCents: input.amountCents,
      feeCents: platformFee(input.amountCents, fees),
      currency: (input.currency ?? 'usd').toLowerCase(),
      captureMethod: input.captureMethod ?? 'automatic',
      paymentMethodTypes: input.paymentMethodTypes ?? null,
      customerId: customerRef?.startsWith('cus_') ? customerRef : null,
      description: input.description ?? null,
      metadata: {
        svcPaymentId: paymentId,
        ...(orderRef ? { orderRef } : {}),
        ...(branch ? { branch } : {}),
        ...(customerRef ? { customerRef } : {}),
      },
    },
    orderRef,
    branch,
    customerRef,
    processorKey: input.idempotencyKey ?? null,
  }
}
