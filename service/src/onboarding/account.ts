import { setTimeout as pause } from 'node:timers/promises'
import type { Static } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { markIncompleteOf } from '../history/history.sql.ts'
import type { History } from '../history/history.ts'
import { type MerchantId, unclaimedMerchantId } from '../ids.ts'
import {
  findAccount,
  type ProcessorAccount,
  recordAccount,
  updateAccount,
} from '../merchants/accounts.sql.ts'
import { type ConnectedDeps, processorFor } from '../merchants/connected.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { deauthorized } from '../merchants/onboarding-status.ts'
import type { OperationDeps } from '../operations/deps.ts'
import { type KeyedCall, runKeyed } from '../operations/run-keyed.ts'
import { Problem, problems } from '../problems.ts'
import { inPages } from '../processors/list-pages.ts'
import { isGone, type Outcome } from '../processors/outcomes.ts'
import type { AccountSnapshot, Processor } from '../processors/port.ts'
import { answered } from '../processors/refusal-problem.ts'
import type { AccountBody } from './schemas.ts'

export type OnboardingDeps = OperationDeps & ConnectedDeps & { history: History }

const patienceMs = 10_000
const askAgainMs = 100

/**
 * Creates exactly one account per merchant and processor, despite concurrent requests and failures. All requests of a
 * merchant share one operation key, so a second one finds the first and waits for its account.
 */
export async function ensureAccount(
  deps: OnboardingDeps,
  merchantId: MerchantId,
  { email, country = 'US' }: Static<typeof AccountBody>,
  name?: string,
): Promise<ProcessorAccount> {
  const processor = await processorFor(deps, merchantId, name)
  const giveUpAt = Date.now() + patienceMs
  const recordedOutcome = async <Found extends AccountSnapshot | null>(asking: Promise<Outcome<Found>>) => {
    const outcome = await asking
    if (outcome.kind === 'done' && outcome.value) {
      await recordAccount(deps.db, merchantId, processor.name, outcome.value, deps.clock.now())
    }
    return outcome
  }
  const kind: KeyedCall<'account', AccountSnapshot> = {
    name: 'account',
    question: account => ({
      readTime: () => processor.readTime(null),
      ask: key => recordedOutcome(processor.createAccount(key, account)),
      find: (key, since) => recordedOutcome(processor.findAccount(key, since)),
    }),
  }
  for (;;) {
    const account = await findAccount(deps.db, merchantId, processor.name)
    if (account) return account
    const since = await deps.history.incompleteSince(unclaimedMerchantId)
    const forgotten = since && (await findOwnAccount(processor, merchantId, since))
    if (forgotten) {
      await restoreAccount(deps, merchantId, processor.name, forgotten, since)
      continue
    }
    const merchant = await findMerchant(deps.db, merchantId)
    const input = { email: email ?? null, country: country.toUpperCase() }
    const named = merchant ? { ...input, name: merchant.name, merchantId } : input
    const idempotencyKey = `the account at ${processor.name}`
    const request = { merchantId, idempotencyKey, body: null, traceId: null, arguments: named }
    await runKeyed(deps, kind, request).catch(error => {
      if (!(error instanceof Problem) || error.code !== 'in_progress' || Date.now() > giveUpAt) throw error
      return pause(askAgainMs)
    })
  }
}

/** Records an account that a restored database has lost. Its payments are missing, too, so a search for them starts. */
export async function restoreAccount(
  { db, clock }: { db: Db; clock: Clock },
  merchantId: MerchantId,
  processor: string,
  account: AccountSnapshot,
  since: Date,
): Promise<void> {
  await db.begin(async tx => {
    await recordAccount(tx, merchantId, processor, account, clock.now())
    await markIncompleteOf(tx, merchantId, since)
  })
}

/** An account created for the merchant before the database was restored, recognized by its seal. */
async function findOwnAccount(processor: Processor, merchantId: MerchantId, since: Date) {
  const pages = inPages(async after => {
    const page = await processor.listAccounts({ from: since, after })
    return { kind: 'done', value: answered(page) }
  })
  for await (const { items } of pages) {
    const own = items.find(item => item?.merchantId === merchantId)
    if (own) return own.snapshot
  }
  return null
}

/** Reads the account from the processor and stores it. Starts again if an event changed it in the meantime. */
export async function refreshAccount(deps: OnboardingDeps, merchantId: MerchantId, name?: string) {
  const processor = await processorFor(deps, merchantId, name)
  for (;;) {
    const known = await findAccount(deps.db, merchantId, processor.name)
    if (!known) throw problems.noConnectedAccount()
    const outcome = await processor.readAccount(known.accountId)
    const snapshot = isGone(outcome) ? deauthorized(known) : answered(outcome)
    if (await updateAccount(deps.db, merchantId, known, snapshot, deps.clock.now()))
      return { ...known, ...snapshot }
  }
}
