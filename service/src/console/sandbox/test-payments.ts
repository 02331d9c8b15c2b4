import { randomUUID } from 'node:crypto'
import type { MerchantId } from '../../ids.ts'
import { findAccount, findTestMerchant } from '../../merchants/accounts.sql.ts'
import { processorFor } from '../../merchants/connected.ts'
import { findMerchant } from '../../merchants/merchants.sql.ts'
import type { FeePolicy } from '../../money.ts'
import { type CreateInput, createPayment, type PayingMerchant } from '../../payments/create.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import { problems } from '../../problems.ts'
import type { SandboxClient } from './sandbox-client.ts'

export interface TestPaymentDeps extends PaymentDeps {
  /** The sandbox that is a processor. */
  sandboxAt(processor: string): SandboxClient
  defaultProcessor: string
  defaultFees: FeePolicy
}

export interface TestPayment {
  merchantId: MerchantId
  processor: string
  svcPaymentId: string
  clientSecret: string
  processorPaymentIntentId: string
  connectedAccountId: string
}

/** A payment as the merchant's own server would make it. */
export async function createTestPayment(
  deps: TestPaymentDeps,
  wanted: { merchantId?: string | undefined; processor?: string | undefined },
  input: CreateInput,
): Promise<TestPayment> {
  const merchant = await findPayingMerchant(deps, wanted)
  const named = { idempotencyKey: `console-${randomUUID()}`, traceId: null }
  const { body } = await createPayment(deps, merchant, named, input)
  const created: Omit<TestPayment, 'merchantId'> = JSON.parse(body)
  return { merchantId: merchant.merchantId, ...created }
}

export async function findPayingMerchant(
  deps: TestPaymentDeps,
  wanted: { merchantId?: string | undefined; processor?: string | undefined },
): Promise<PayingMerchant> {
  const { db, defaultProcessor, defaultFees } = deps
  const merchant = await findMerchant(
    db,
    wanted.merchantId ?? (await findTestMerchant(db, defaultProcessor)) ?? '',
  )
  if (!merchant) throw problems.notFound('merchant')
  const { merchantId, feeBps, feeFixedCents } = merchant
  const { name } = await processorFor(deps, merchantId, wanted.processor)
  const account = await findAccount(db, merchantId, name)
  const fees = { bps: feeBps ?? defaultFees.bps, fixedCents: feeFixedCents ?? defaultFees.fixedCents }
  return { merchantId, fees, account }
}
