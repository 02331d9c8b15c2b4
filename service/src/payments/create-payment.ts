import { newOperationId, newPaymentId, type PaymentId } from '../ids.ts'
import { type FeePolicy, platformFee } from '../money.ts'
import { askOnce } from '../operations/ask-once.ts'
import { refuse, surrender } from '../operations/conclude.ts'
import { type Entered, enterExisting, type Reply, replyOfOthers, sealReply } from '../operations/gate.ts'
import { type Claimed, digestOf, type Operation, type OperationRequest } from '../operations/operation.ts'
import { findOperation, insertOperation, restartOperation } from '../operations/operations.sql.ts'
import { reached } from '../operations/steps.ts'
import { problems } from '../problems.ts'
import type { CreatedPayment, Outcome, Processor } from '../processors/port.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import type { CreateIntent } from './create-intent.ts'
import { type PayingMerchant, type PaymentDeps, processorNamed } from './operate.ts'
import { insertPaymentAndFinish } from './settle-create.sql.ts'

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

export async function createPayment(
  deps: PaymentDeps,
  merchant: PayingMerchant,
  idempotencyKey: string,
  input: CreateInput,
): Promise<Reply> {
  const entered = await enter(deps, merchant, idempotencyKey, input)
  return entered.kind === 'reply' ? entered.reply : await performCreate(deps, entered.operation)
}

/** Asks the processor and settles. A retry and the recovery job come this way too. */
export async function performCreate(deps: PaymentDeps, operation: Claimed): Promise<Reply> {
  const { processor: name, accountId, payment, processorKey } = operation.intent as CreateIntent
  const processor = processorNamed(deps, name)
  const outcome = await askOnce(deps, operation, processor, {
    ask: idempotencyKey => processor.createPayment({ accountId, idempotencyKey }, payment),
    find: () => findCreated(processor, accountId, operation),
    callersKey: processorKey,
  })
  if (outcome.kind === 'unknown') throw await surrender(deps, operation)
  if (outcome.kind === 'refused') {
    const refused = await deps.db.begin(tx => refuse(tx, deps, operation, outcome.refusal))
    if (!refused) throw problems.inProgress()
    throw refusalProblem(outcome.refusal)
  }
  return await settle(deps, processor, operation, outcome.value)
}

/** As it was when it was made: what has become of it since is told by its events and by reading it. */
async function findCreated(
  processor: Processor,
  accountId: string,
  { paymentId, createdAt }: Operation,
): Promise<Outcome<CreatedPayment | null>> {
  const found = await processor.findPayment(accountId, paymentId, createdAt)
  if (found.kind !== 'done' || !found.value) return found
  const { snapshot, clientSecret } = found.value
  const begun = { ...snapshot, status: 'requires_payment_method' } as const
  return { kind: 'done', value: { snapshot: begun, clientSecret } }
}

async function enter(
  deps: PaymentDeps,
  merchant: PayingMerchant,
  idempotencyKey: string,
  input: CreateInput,
): Promise<Entered> {
  const { merchantId } = merchant
  const request: OperationRequest = { merchantId, kind: 'create', idempotencyKey, digest: digestOf(input) }
  const paymentId = newPaymentId()
  const now = deps.clock.now()
  const account = merchant.account
  if (account) {
    const intent = intentOf(input, paymentId, account, merchant.fees)
    const operation = { ...request, operationId: newOperationId(), paymentId, intent }
    const inserted = await insertOperation(deps.db, operation, now)
    if (inserted) return { kind: 'perform', operation: inserted }
  }
  const existing = await findOperation(deps.db, request)
  const entered = existing ? await enterExisting(deps, existing, request) : 'restart'
  if (entered !== 'restart') return entered
  if (!account) throw problems.noConnectedAccount()
  if (!existing) throw problems.inProgress()
  const intent = intentOf(input, existing.paymentId, account, merchant.fees)
  const restarted = await restartOperation(
    deps.db,
    existing,
    { ...request, paymentId: existing.paymentId, intent },
    now,
  )
  if (!restarted) throw problems.inProgress()
  return { kind: 'perform', operation: restarted }
}

function intentOf(
  input: CreateInput,
  paymentId: PaymentId,
  account: { processor: string; accountId: string },
  fees: FeePolicy,
): CreateIntent {
  const { customerRef, orderRef, branch } = input
  const isProcessorCustomer = customerRef?.startsWith('cus_') ?? false
  return {
    processor: account.processor,
    accountId: account.accountId,
    payment: {
      amountCents: input.amountCents,
      feeCents: platformFee(input.amountCents, fees),
      currency: (input.currency ?? 'usd').toLowerCase(),
      captureMethod: input.captureMethod ?? 'automatic',
      paymentMethodTypes: input.paymentMethodTypes ?? null,
      customerId: isProcessorCustomer && customerRef ? customerRef : null,
      description: input.description ?? null,
      metadata: {
        svcPaymentId: paymentId,
        ...(orderRef ? { orderRef } : {}),
        ...(branch ? { branch } : {}),
        ...(customerRef ? { customerRef } : {}),
      },
    },
    orderRef: orderRef ?? null,
    branch: branch ?? null,
    customerRef: customerRef ?? null,
    processorKey: input.idempotencyKey ?? null,
  }
}

async function settle(
  deps: PaymentDeps,
  processor: Processor,
  operation: Operation,
  created: CreatedPayment,
): Promise<Reply> {
  const { payment, accountId } = operation.intent as CreateIntent
  const body = JSON.stringify({
    svcPaymentId: operation.paymentId,
    clientSecret: created.clientSecret,
    status: created.snapshot.status,
    amountCents: payment.amountCents,
    applicationFeeCents: payment.feeCents,
    processorPaymentIntentId: created.snapshot.processorPaymentId,
    connectedAccountId: accountId,
    publishableKey: processor.publishableKey,
  })
  const response = sealReply(deps, operation, body)
  const settled = await insertPaymentAndFinish(
    deps.db,
    operation,
    created.snapshot,
    response,
    deps.clock.now(),
  )
  if (!settled) return await replyOfOthers(deps, operation)
  reached('settled', operation)
  return { body, replayed: false }
}
