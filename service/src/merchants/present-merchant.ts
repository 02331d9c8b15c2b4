import type { Db } from '../db/db.ts'
import type { FeePolicy } from '../money.ts'
import { existing } from '../problems.ts'
import type { OfferedProcessors } from './active-processor.sql.ts'
import { findMerchantWithAccounts, type MerchantWithAccounts } from './merchants.sql.ts'
import { onboardingStatusOf, presentOnboardingInWords, restrictionOf } from './onboarding-status.ts'

/** A merchant as operators see it. */
export function presentMerchant(defaultFees: FeePolicy, { accounts, ...merchant }: MerchantWithAccounts) {
  const active = accounts.find(({ processor }) => processor === merchant.processor) ?? null
  return {
    ...merchant,
    feeBps: merchant.feeBps ?? defaultFees.bps,
    feeFixedCents: merchant.feeFixedCents ?? defaultFees.fixedCents,
    processorAccountId: active?.accountId ?? null,
    onboardingStatus: onboardingStatusOf(active),
    accounts: accounts.map(account => ({
      ...presentOnboardingInWords(account),
      restriction: restrictionOf(account),
      processor: account.processor,
      processorAccountId: account.accountId,
      disabled: account.disabled,
      // JSON has dates as text
      updatedAt: new Date(account.updatedAt),
      stoppedAt: account.stoppedAt === null ? null : new Date(account.stoppedAt),
    })),
  }
}

export interface ReadMerchantDeps extends OfferedProcessors {
  db: Db
  defaultFees: FeePolicy
}

export async function readMerchant(deps: ReadMerchantDeps, merchantId: string) {
  const found = await findMerchantWithAccounts(deps.db, merchantId, deps)
  return presentMerchant(deps.defaultFees, existing(found, 'merchant'))
}
