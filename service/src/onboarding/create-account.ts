import { setTimeout as pause } from 'node:timers/promises'
import type { MerchantId } from '../ids.ts'
import { findAccount, type ProcessorAccount, recordAccount } from '../merchants/accounts.sql.ts'
import { type ConnectedDeps, currentProcessor } from '../merchants/connected.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import type { OperationDeps } from '../operations/kind.ts'
import { type KeyedKind, runKeyed } from '../operations/run-keyed.ts'
import { Problem } from '../problems.ts'
import type { Outcome } from '../processors/outcomes.ts'
import type { AccountSnapshot, NewAccount } from '../processors/port.ts'

export type OnboardingDeps = OperationDeps & ConnectedDeps

const patienceMs = 10_000
const askAgainMs = 100

/**
 * One account per merchant and processor, however many ask and whatever breaks: the operation's key is the
 * merchant's own, so a second request finds the first and waits for what it makes.
 */
export async function ensureAccount(
  deps: OnboardingDeps,
  merchantId: MerchantId,
  input: NewAccount,
): Promise<ProcessorAccount> {
  const processor = currentProcessor(deps)
  const giveUpAt = Date.now() + patienceMs
  const recorded = async <Found extends AccountSnapshot | null>(asking: Promise<Outcome<Found>>) => {
    const outcome = await asking
    if (outcome.kind === 'done' && outcome.value) {
      await recordAccount(deps.db, merchantId, processor.name, outcome.value, deps.clock.now())
    }
    return outcome
  }
  const kind: KeyedKind<'account', AccountSnapshot> = {
    name: 'account',
    readTime: () => processor.readTime(null),
    ask: (account, key) => recorded(processor.createAccount(key, account)),
    find: (key, since) => recorded(processor.findAccount(key, since)),
    present: ({ accountId }) => ({ accountId }),
  }
  for (;;) {
    const account = await findAccount(deps.db, merchantId, processor.name)
    if (account) return account
    const merchant = await findMerchant(deps.db, merchantId)
    const named = merchant ? { ...input, name: merchant.name } : input
    const idempotencyKey = `the account at ${processor.name}`
    const request = { merchantId, idempotencyKey, body: null, traceId: null, arguments: named }
    await runKeyed(deps, kind, request).catch(error => {
      if (!(error instanceof Problem) || error.code !== 'in_progress' || Date.now() > giveUpAt) throw error
      return pause(askAgainMs)
    })
  }
}
