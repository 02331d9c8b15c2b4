import type { Static } from '@fastify/type-provider-typebox'
import { seal } from '../crypto.ts'
import { type PaymentId, paymentIdOf } from '../ids.ts'
import type { MerchantIdentity } from '../merchants/authenticate.ts'
import { type FeePolicy, platformFee } from '../money.ts'
import { type Asked, askOnce, lookedUp } from '../operations/ask-once.ts'
import {
  callKeyOf,
  digestOf,
  type LeasedOperation,
  memoOf,
  type OperationArguments,
  type OperationRequest,
  otherRequest,
} from '../operations/operation.ts'
import {
  answerOf,
  findEarlier,
  type Known,
  leaveOpen,
  type Reply,
  refuse,
  underLease,
} from '../operations/reply.ts'
import { type Problem, problems } from '../problems.ts'
import type { Outcome } from '../processors/outcomes.ts'
import type { CreatedPayment, Processor } from '../processors/port.ts'
import { currentTraceparent, inSpan } from '../tracing/span.ts'
import { findLost } from './bring-back.ts'
import { claimCreate, finishCreate } from './create.sql.ts'
import { type CallDeps, type PaymentDeps, processorNamed } from './deps.ts'
import { createdAnswer, newPayment, type Payment } from './payment.ts'
import { findPayment } from './payments.sql.ts'
import type { CreateBody } from './schemas.ts'

export type CreateInput = Static<typeof CreateBody>

/** The properties of a merchant that a new payment needs. */
export type PayingMerchant = Pick<MerchantIdentity, 'merchantId' | 'fees' | 'account'>

/**
 * Creates a payment, once per key. Nothing is read first, because a new payment depends on nothing at the processor.
 */
export async function createPayment(
  deps: CallDeps,
  merchant: PayingMerchant,
  named: { idempotencyKey: string; traceId: string | null },
  input: CreateInput,
): Promise<Reply> {
  const { merchantId } = merchant
  const caller = { merchantId, answerOwed: false, ...named }
  const callKey = callKeyOf(caller, 'create')
  const paymentId = paymentIdOf(callKey)
  const request = { kind: 'create', paymentId, callKey, digest: digestOf(input), ...caller } as const
  return await inSpan('operation create', { 'svcpay.merchant_id': merchantId }, async () => {
    const obstacle = obstacleOf(deps, merchant)
    const known =
      (await findForgotten(deps, request)) ??
      (obstacle ? null : await beginCreate(deps, merchant, request, input)) ??
      // a merchant that cannot create payments still gets the answers to its earlier calls
      (await findEarlier(deps, request))
    if (!known) throw obstacle ?? (await whyTaken(deps, request))
    return known.kind === 'answered' ? known.reply : await completeCreate(deps, known.operation)
  })
}

/** While history may be incomplete, searches the processors for an unknown key first. */
async function findForgotten(
  deps: CallDeps,
  request: OperationRequest<'create'>,
): Promise<Known<'create'> | null> {
  if ((await deps.history.incompleteSince(request.merchantId)) === null) return null
  const known = await findEarlier(deps, request)
  if (known) return known
  const payment = (await findPayment(deps.db, request)) ?? (await findLost(deps, request))
  if (payment === 'unknown') throw problems.historyIncomplete()
  return null
}

/** Why a key cannot be claimed although no operation has it. */
async function whyTaken({ db }: CallDeps, request: OperationRequest<'create'>): Promise<Problem> {
  if (!(await findPayment(db, request))) return problems.inProgress()
  return problems.idempotencyConflict(
    'A payment was already created with this key, and its request cannot be shown to be the same.',
  )
}

/** Claims the key, in one commit. Null if it is taken. */
async function beginCreate(
  deps: PaymentDeps,
  { account, fees }: PayingMerchant,
  request: OperationRequest<'create'>,
  input: CreateInput,
): Promise<Known<'create'> | null> {
  if (!account) return null
  const args = argumentsOf(input, request.paymentId, account, fees)
  const wanted = { arguments: args, traceparent: currentTraceparent(), at: deps.clock.now(), ...request }
  const operation = await claimCreate(deps.db, wanted)
  return operation && { kind: 'open', operation }
}

/** Completes the operation, starting with the call to the processor. Retries and the recovery job also start here. */
export async function completeCreate(deps: CallDeps, operation: LeasedOperation<'create'>): Promise<Reply> {
  const { merchantId, operationId, leaseId, paymentId, createdAt, arguments: args } = operation
  return await underLease(deps, operation, async () => {
    // since the backup, the payment may have been refused here, created at another processor, and restored from there
    const isFirstTry = operation.resumedBy === null
    const earlier = isFirstTry
      ? null
      : ((await findPayment(deps.db, operation)) ?? (await findLost(deps, operation)))
    if (earlier === 'unknown') return await leaveOpen(deps, operation)
    const { processor: name, accountId } = earlier ?? args
    const processor = processorNamed(deps, name)
    const outcome = earlier
      ? await readMade(processor, earlier, operation)
      : await askOnce(deps, operation, {
          callersKey: args.processorKey,
          readTime: () => processor.readTime(accountId),
          ask: idempotencyKey => {
            const asked = { memo: memoOf(operation), ...args.payment }
            return processor.createPayment({ accountId, idempotencyKey }, asked)
          },
          find: async (_key, since) =>
            asMade(await processor.findPayment(accountId, paymentId, since), operation),
        })
    if (outcome.kind === 'unknown') return await leaveOpen(deps, operation)
    if (outcome.kind === 'refused') return await refuse(deps, operation, outcome)
    const { amountCents, currency, captureMethod, description } = args.payment
    const snapshot = { ...outcome.value.snapshot, amountCents, currency, captureMethod }
    const at = deps.clock.now()
    const made = { paymentId, description, createdAt, snapshot, ...args }
    const payment = newPayment({ merchantId, processor: name, accountId }, made, at)
    const body = createdAnswer(payment, outcome.value.clientSecret, processor.publishableKey)
    const sealedAnswer = seal(deps.encryptionKeys, operationId, body)
    const ending = { merchantId, operationId, leaseId, sealedAnswer, at, made: payment }
    return await answerOf(deps, operation, { body, isOurs: await finishCreate(deps.db, ending) })
  })
}

/**
 * Reads a payment that exists here instead of creating it again, even if nothing proves that the operation created it.
 */
async function readMade(
  processor: Processor,
  { accountId, processorPaymentId }: Payment,
  operation: LeasedOperation<'create'>,
): Promise<Asked<CreatedPayment>> {
  const own = await processor.readOwnPayment(accountId, processorPaymentId)
  const { attempt } = operation
  return lookedUp(asMade(own, operation), attempt) ?? { ...otherRequest, attempt }
}

/** The payment as created. Its events and readings show what happened later. */
function asMade(
  found: Outcome<CreatedPayment | null>,
  operation: LeasedOperation<'create'>,
): Outcome<CreatedPayment | null> {
  if (found.kind !== 'done' || !found.value) return found
  const { snapshot, clientSecret, memo } = found.value
  if (memo && memo.digest !== memoOf(operation).digest) return otherRequest
  const begun = { ...snapshot, status: 'requires_payment_method' } as const
  return { kind: 'done', value: { snapshot: begun, clientSecret } }
}

/** Why the merchant cannot create payments; null if it can. */
function obstacleOf(deps: PaymentDeps, { account }: PayingMerchant): Problem | null {
  if (!account) return problems.noConnectedAccount()
  const { processor, disabled } = account
  if (disabled) return problems.accountDisabled(processor)
  if (!processorNamed(deps, processor).isDraining) return null
  return problems.noConnectedAccount(
    `The processor "${processor}" takes no new payments. The platform must move you to another one.`,
  )
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
