import type { Static } from '@fastify/type-provider-typebox'
import { type PaymentId, paymentIdOf } from '../ids.ts'
import type { MerchantIdentity } from '../merchants/authenticate.ts'
import { type FeePolicy, platformFee } from '../money.ts'
import { type Reply, sealAnswer } from '../operations/answer.ts'
import type { Kind } from '../operations/kind.ts'
import {
  callKeyOf,
  digestOf,
  memoOf,
  type OperationArguments,
  otherRequest,
} from '../operations/operation.ts'
import { runOperation } from '../operations/run-operation.ts'
import { type Problem, problems } from '../problems.ts'
import type { CreatedPayment, NewPayment, Processor } from '../processors/port.ts'
import { currentTraceparent } from '../tracing/span.ts'
import { claimCreate, finishCreate } from './create.sql.ts'
import { type PaymentDeps, processorNamed } from './deps.ts'
import type { CreateBody } from './schemas.ts'

export type CreateInput = Static<typeof CreateBody>

/** The merchant that a payment is made for, with what a new payment needs. */
export type PayingMerchant = Pick<MerchantIdentity, 'merchantId' | 'fees' | 'account'>

export async function createPayment(
  deps: PaymentDeps,
  merchant: PayingMerchant,
  named: { idempotencyKey: string; traceId: string | null },
  input: CreateInput,
): Promise<Reply> {
  const { merchantId } = merchant
  const obstacle = obstacleOf(deps, merchant)
  const callKey = callKeyOf({ ...named, merchantId }, 'create')
  const request = {
    ...named,
    merchantId,
    kind: 'create',
    callKey,
    digest: digestOf(input),
    answerOwed: false,
  } as const
  return await runOperation(deps, create, {
    ...request,
    notBegun: obstacle ?? undefined,
    async begin(refused) {
      const { account } = merchant
      // a merchant whose account is gone still gets the answers to its earlier calls
      if (!account || obstacle) return null
      // to the processor, the retry is the same request only with the same id
      const paymentId = refused?.paymentId ?? paymentIdOf(callKey)
      const args = argumentsOf(input, paymentId, account, merchant.fees)
      const traceparent = currentTraceparent()
      const wanted = { ...request, paymentId, arguments: args, at: deps.clock.now(), traceparent }
      const operation = await claimCreate(deps.db, wanted)
      return operation && { kind: 'perform', operation }
    },
  })
}

/** Why the merchant can make no new payment; null when it can. */
function obstacleOf(deps: PaymentDeps, { account }: PayingMerchant): Problem | null {
  if (!account) return problems.noConnectedAccount()
  const { processor, disabled } = account
  if (disabled) return problems.accountDisabled(processor)
  if (!processorNamed(deps, processor).isDraining) return null
  return problems.noConnectedAccount(
    `The processor "${processor}" takes no new payments. The platform has to move you.`,
  )
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

  ask(deps, operation, idempotencyKey) {
    const { processor, accountId, payment } = operation.arguments
    const asked = { ...payment, memo: memoOf(operation) }
    return processorNamed(deps, processor).createPayment({ accountId, idempotencyKey }, asked)
  },

  readTime(deps, { arguments: { processor, accountId } }) {
    return processorNamed(deps, processor).readTime(accountId)
  },

  /** As it was when it was made: what has become of it since is told by its events and by reading it. */
  async find(deps, operation, _key, since) {
    const { processor, accountId } = operation.arguments
    const found = await processorNamed(deps, processor).findPayment(accountId, operation.paymentId, since)
    if (found.kind !== 'done' || !found.value) return found
    const { snapshot, clientSecret, memo } = found.value
    if (memo && memo.digest !== memoOf(operation)?.digest) return otherRequest
    const begun = { ...snapshot, status: 'requires_payment_method' } as const
    return { kind: 'done', value: { snapshot: begun, clientSecret } }
  },

  async finish(deps, operation, { snapshot, clientSecret }) {
    const { paymentId, createdAt, arguments: args } = operation
    const processor = processorNamed(deps, args.processor)
    const at = deps.clock.now()
    const made = { paymentId, snapshot, clientSecret, createdAt, updatedAt: at }
    const body = createdAnswer({ ...args, ...made, processor })
    const sealedAnswer = sealAnswer(deps, operation, body)
    const item = { operation, snapshot, sealedAnswer, at }
    const isOurs = await finishCreate(deps.db, item)
    return isOurs ? { kind: 'finished', body } : { kind: 'lost' }
  },
}

interface Created extends CreatedPayment {
  paymentId: PaymentId
  payment: Pick<NewPayment, 'amountCents' | 'currency' | 'captureMethod'>
  orderRef: string | null
  processor: Pick<Processor, 'name' | 'publishableKey'>
  accountId: string
  createdAt: Date
  updatedAt: Date
}

/** The answer to a create. */
export function createdAnswer({ payment, snapshot, processor, ...created }: Created): string {
  return JSON.stringify({
    svcPaymentId: created.paymentId,
    clientSecret: created.clientSecret,
    status: snapshot.status,
    amountCents: payment.amountCents,
    applicationFeeCents: snapshot.feeCents,
    currency: payment.currency,
    orderRef: created.orderRef,
    processor: processor.name,
    processorPaymentIntentId: snapshot.processorPaymentId,
    connectedAccountId: created.accountId,
    publishableKey: processor.publishableKey,
    captureMethod: payment.captureMethod,
    ...nothingPaid,
    createdAt: created.createdAt,
    updatedAt: created.updatedAt,
  })
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
