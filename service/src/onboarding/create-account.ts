import { setTimeout as pause } from 'node:timers/promises'
import type { MerchantId } from '../ids.ts'
import { findAccount, type ProcessorAccount, recordAccount } from '../merchants/accounts.sql.ts'
import { type ConnectedDeps, currentProcessor } from '../merchants/connected.ts'
import type { GateDeps } from '../operations/gate.ts'
import { runOnce } from '../operations/run-once.ts'
import { Problem, problems } from '../problems.ts'
import type { NewAccount } from '../processors/port.ts'

export type OnboardingDeps = GateDeps & ConnectedDeps

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
  for (;;) {
    const account = await findAccount(deps.db, merchantId, processor.name)
    if (account) return account
    const request = {
      merchantId,
      kind: 'account',
      idempotencyKey: `the account at ${processor.name}`,
      body: null,
      intent: input,
    } as const
    const act = async (intent: NewAccount, key: string) => {
      const outcome = await processor.createAccount(key, intent)
      if (outcome.kind === 'done') {
        await recordAccount(deps.db, merchantId, processor.name, outcome.value, deps.clock.now())
      }
      return outcome
    }
    const wording = {
      present: ({ accountId }: { accountId: string }) => ({ accountId }),
      refused: refusedAccount,
    }
    await runOnce(deps, request, act, wording).catch(error => {
      if (!(error instanceof Problem) || error.code !== 'in_progress' || Date.now() > giveUpAt) throw error
      return pause(askAgainMs)
    })
  }
}

function refusedAccount({
  reason,
  code,
  message,
}: {
  reason: string
  code: string | null
  message: string
}): Problem {
  return reason === 'invalid' ? problems.invalidRequest(message) : problems.processorError(code, message)
}
