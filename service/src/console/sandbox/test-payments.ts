import { randomUUID } from 'node:crypto'
import type { ForwardedType } from '../../deliveries/forwarded-types.ts'
import type { MerchantId } from '../../ids.ts'
import { findAccount, findTestMerchant } from '../../merchants/accounts.sql.ts'
import { processorFor } from '../../merchants/connected.ts'
import { findMerchant } from '../../merchants/merchants.sql.ts'
import { type FeePolicy, feesOf } from '../../money.ts'
import { cancelPayment } from '../../payments/cancel.ts'
import { type CreateInput, createPayment, type PayingMerchant } from '../../payments/create.ts'
import type { CallDeps } from '../../payments/deps.ts'
import { refundPayment } from '../../payments/refund.ts'
import { existing, problems } from '../../problems.ts'
import { messageIn, type SandboxAnswer, type SandboxClient } from './sandbox-client.ts'

export interface TestPaymentDeps extends CallDeps {
  sandboxAt(processor: string): SandboxClient
  defaultProcessor: string
  defaultFees: FeePolicy
}

interface TestPayment {
  merchantId: MerchantId
  processor: string
  svcPaymentId: string
  clientSecret: string
  processorPaymentIntentId: string
  connectedAccountId: string
}

/** Creates a payment as the merchant's own server would, with the same refusals. */
export async function createTestPayment(
  deps: TestPaymentDeps,
  { traceId, ...wanted }: Wanted & { traceId: string },
  input: CreateInput,
): Promise<TestPayment> {
  const merchant = await findPayingMerchant(deps, wanted)
  const named = { idempotencyKey: `console-${randomUUID()}`, traceId }
  const { body } = await createPayment(deps, merchant, named, input)
  const created: Omit<TestPayment, 'merchantId'> = JSON.parse(body)
  return { merchantId: merchant.merchantId, ...created }
}

interface Wanted {
  merchantId?: string | undefined
  processor?: string | undefined
}

async function findPayingMerchant(deps: TestPaymentDeps, wanted: Wanted): Promise<PayingMerchant> {
  const { db, defaultProcessor, defaultFees } = deps
  const wantedId = wanted.merchantId ?? (await findTestMerchant(db, defaultProcessor)) ?? ''
  const merchant = existing(await findMerchant(db, wantedId), 'merchant')
  if (merchant.suspended) throw problems.suspended()
  const { merchantId } = merchant
  const { name } = await processorFor(deps, merchantId, wanted.processor)
  const account = await findAccount(db, merchantId, name)
  return { merchantId, fees: feesOf(merchant, defaultFees), account }
}

/** The merchant of an event, and the payment if it has one. */
interface Subject {
  merchantId: MerchantId
  svcPaymentId: string | null
}

const stories: Record<ForwardedType, (stage: Stage) => Promise<Subject>> = {
  'payment_intent.succeeded': stage => stage.paid(),
  'payment_intent.processing': stage =>
    stage.paid('pm_usBankAccount_processing', { paymentMethodTypes: ['us_bank_account'] }),
  'payment_intent.payment_failed': stage => stage.paid('pm_card_visa_chargeDeclined'),
  'payment_intent.amount_capturable_updated': stage =>
    stage.paid('pm_card_visa', { captureMethod: 'manual' }),
  'payment_intent.canceled': async stage => await stage.act(cancelPayment, await stage.created()),
  'charge.refunded': async stage => await stage.act(refundPayment, await stage.paid()),
  'charge.dispute.created': stage => stage.paid('pm_card_createDispute'),
  'charge.dispute.closed': async stage =>
    await stage.disputeClosed(await stage.paid('pm_card_createDispute')),
  'account.updated': stage => stage.accountUpdated(),
}

interface TriggerInput {
  type: ForwardedType
  traceId: string
  merchantId?: string
  payment?: Partial<CreateInput>
}

export const trigger = (deps: TestPaymentDeps, input: TriggerInput) =>
  stories[input.type](createStage(deps, input))

type Stage = ReturnType<typeof createStage>

function createStage(deps: TestPaymentDeps, { traceId, merchantId, payment: wanted }: TriggerInput) {
  const created = (more: Partial<CreateInput> = {}) =>
    createTestPayment(deps, { merchantId, traceId }, { amountCents: 4999, ...wanted, ...more })
  const ask = (payment: TestPayment, method: string, path: string, params?: Record<string, string>) =>
    deps.sandboxAt(payment.processor).api(method, path, payment.connectedAccountId, params)
  return {
    created,
    async paid(method = 'pm_card_visa', more: Partial<CreateInput> = {}): Promise<TestPayment> {
      const payment = await created(more)
      const path = `/v1/payment_intents/${payment.processorPaymentIntentId}/confirm`
      const params = { payment_method: method, return_url: 'https://example.com/return' }
      const answer = await ask(payment, 'POST', path, params)
      if (!method.includes('Declined')) assertDone(answer)
      return payment
    },
    async act(action: typeof cancelPayment | typeof refundPayment, payment: TestPayment) {
      const { merchantId, svcPaymentId: paymentId } = payment
      const idempotencyKey = `console-${randomUUID()}`
      await action(deps, { merchantId, paymentId, idempotencyKey, body: {}, answerOwed: false, traceId })
      return payment
    },
    async disputeClosed(payment: TestPayment): Promise<TestPayment> {
      const query = `payment_intent=${payment.processorPaymentIntentId}`
      const found = await ask(payment, 'GET', `/v1/disputes?${query}`)
      assertDone(await ask(payment, 'POST', `/v1/disputes/${firstInPath(found)}/close`))
      return payment
    },
    async accountUpdated(): Promise<Subject> {
      const merchant = await findPayingMerchant(deps, { merchantId })
      if (!merchant.account) throw problems.noConnectedAccount()
      const { accountId, processor } = merchant.account
      const sandbox = deps.sandboxAt(processor)
      const params = { 'metadata[triggered]': deps.clock.now().toISOString() }
      assertDone(await sandbox.api('POST', `/v1/accounts/${accountId}`, accountId, params))
      return { merchantId: merchant.merchantId, svcPaymentId: null }
    },
  }
}

function assertDone(answer: SandboxAnswer): void {
  if (answer.status >= 400) throw problems.processorError(null, messageIn(answer))
}

function firstInPath({ body: { data } }: SandboxAnswer): string {
  const [first]: unknown[] = Array.isArray(data) ? data : []
  if (typeof first === 'object' && first !== null && 'id' in first) return String(first.id)
  throw problems.processorError(null, 'The sandbox did not open a dispute.')
}
