import { counting } from '../processors/watched.ts'
import { type Account, accountsFrom } from './books.sql.ts'
import { lookAgain } from './look-again.ts'
import type { Counts, Page, Progress, Run } from './runs.sql.ts'
import { AccountGone, type Step, type Walk, type WalkDeps } from './step.ts'
import { walkFees } from './walk-fees.ts'
import { walkMovements } from './walk-movements.ts'
import { walkPayments } from './walk-payments.ts'
import { accountFinding, walkUnknownAccounts } from './walk-unknown-accounts.ts'

const none: Counts = { accounts: 0, skippedAccounts: 0, payments: 0, movements: 0, calls: 0 }

/**
 * Compares a whole period, page by page, and reports its position after each. The steps before the accounts prepare for
 * them, so another instance that resumes a run repeats those steps.
 */
export async function* walk(deps: WalkDeps, run: Run): AsyncGenerator<Page> {
  let { progress } = run
  const names = [...deps.processors.keys()].sort()
  for (const name of names.filter(one => one >= (progress.processor ?? ''))) {
    const processor = deps.processors.get(name)
    if (!processor) continue
    const resumed = progress.processor === name ? progress : {}
    const counted = counting(processor)
    const seen = { feeReturned: new Set<string>(), unknownAccounts: new Map() }
    const current = { deps, processor: counted.processor, run, ...seen }
    for await (const step of steps(current, resumed)) {
      if (step.progress) progress = { ...step.progress, processor: name }
      const { findings = [], totals = [], gone = [], compared = null } = step
      const counts = { ...none, ...step.counts, calls: counted.take() }
      yield { processor: name, progress, counts, findings, totals, gone, compared }
    }
  }
}

async function* steps(current: Walk, resumed: Progress): AsyncGenerator<Step> {
  yield* lookAgain(current)
  yield* walkUnknownAccounts(current)
  yield* walkFees(current)
  const { run, deps, processor } = current
  const from = { at: resumed.merchantId ?? '', isDone: resumed.step === 'done' }
  let within = resumed
  for (;;) {
    const accounts = await accountsFrom(deps.db, processor.name, { ...from, merchantId: run.merchantId })
    if (accounts.length === 0) return
    for (const account of accounts) {
      yield* walkAccount(current, account, account.merchantId === within.merchantId ? within : {})
      within = {}
      Object.assign(from, { at: account.merchantId, isDone: true })
    }
  }
}

async function* walkAccount(current: Walk, account: Account, resumed: Progress): AsyncGenerator<Step> {
  const done: Progress = { merchantId: account.merchantId, step: 'done' }
  try {
    if (resumed.step !== 'movements') yield* walkPayments(current, account, resumed)
    yield* walkMovements(current, account)
    yield { progress: done, counts: { accounts: 1 }, compared: account.merchantId }
  } catch (error) {
    if (!(error instanceof AccountGone)) throw error
    const { merchantId } = account
    const { message: reason } = error
    current.deps.log.warn({ merchantId, reason }, 'an account cannot be compared')
    const findings = [accountFinding(account, 'unreadable', reason)]
    yield { progress: done, counts: { skippedAccounts: 1 }, findings }
  }
}
