import { randomUUID } from 'node:crypto'
import type { MerchantId } from '../../ids.ts'
import { findAccount } from '../../merchants/accounts.sql.ts'
import { findMerchant } from '../../merchants/merchants.sql.ts'
import type { FeePolicy } from '../../money.ts'
import { type CreateInput, createPayment, type PayingMerchant } from '../../payments/create.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import { problems } from '../../problems.ts'
import type { SandboxClient } from './sandbox-client.ts'
import { findTestMerchant } from './test-merchant.sql.ts'

export interface TestPaymentDeps extends PaymentDeps {
  sandbox: SandboxClient
  newPaymentsUse: string
  defaultFees: FeePolicy
}

export interface TestPayment {
  merchantId: MerchantId
  svcPaymentId: string
  clientSecret: string
  processorPaymentIntentId: string
  connectedAccountId: string
}

/** A payment as the merchant's own server would make it. */
export async function createTestPayment(
  deps: TestPaymentDeps,
  wanted: string | undefined,
  input: CreateInput,
): Promise<TestPayment> {
  const merchant = await findPayingMerchant(deps, wanted)
  const named = { idempotencyKey: `console-${randomUUID()}`, traceId: null }
  const { body } = await createPayment(deps, merchant, named, input)
  const created: Omit<TestPayment, 'merchantId'> = JSON.parse(body)
  return { merchantId: merchant.merchantId, ...created }
}

export async function findPayingMerchant(
  { db, newPaymentsUse, defaultFees }: TestPaymentDeps,
  wanted: string | undefined,
): Promise<PayingMerchant> {
  const merchant = await findMerchant(db, wanted ?? (await findTestMerchant(db, newPaymentsUse)) ?? '')
  if (!merchant) throw problems.notFound('merchant')
  const { merchantId, feeBps, feeFixedCents } = merchant
  const account = await findAccount(db, merchantId, newPaymentsUse)
  const fees = { bps: feeBps ?? defaultFees.bps, fixedCents: feeFixedCents ?? defaultFees.fixedCents }
  return { merchantId, fees, account }
}

export function checkoutUrlOf(
  { sandbox }: Pick<TestPaymentDeps, 'sandbox'>,
  { clientSecret }: TestPayment,
): string {
  return `${sandbox.url}/_sandbox/pages/checkout?client_secret=${encodeURIComponent(clientSecret)}`
}
