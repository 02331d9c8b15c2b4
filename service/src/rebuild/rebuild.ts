import { findIncomplete, markComplete, markIncompleteSince } from '../history/history.sql.ts'
import { type MerchantId, unclaimedMerchantId } from '../ids.ts'
import { lostOf } from '../inbox/events.sql.ts'
import { receiveEvent } from '../inbox/receive-event.ts'
import { takeInEach } from '../inbox/receive-listed.ts'
import { restoreAccount } from '../onboarding/restore-account.ts'
import { inPages } from '../processors/list-pages.ts'
import { Unanswered } from '../processors/outcomes.ts'
import type { Processor } from '../processors/port.ts'
import { counting } from '../processors/watched.ts'
import type { Account } from '../reconcile/books.sql.ts'
import { connectedAccounts, knownMerchants, withoutAccount } from './known.sql.ts'
import { rebuildPayments } from './rebuild-payments.ts'
import { restoreCallOf } from './restore-call-of.ts'
import { nothing, type RebuildDeps, type RebuildOptions, type Rebuilt, type Run } from './run.ts'

/** Brings back what the processors have and this database has forgotten. Safe to repeat, and while the service runs. */
export async function rebuild(deps: RebuildDeps, options: RebuildOptions): Promise<Rebuilt> {
  const { since, dryRun } = options
  const rebuilt = nothing()
  // calls are careful meanwhile
  if (!dryRun) await markIncompleteSince(deps.db, since)
  const bringBack = async (merchantId: MerchantId) => {
    if (options.isStopped()) return
    const incomplete = dryRun ? null : await findIncomplete(deps.db, merchantId)
    const isWhole = await rebuildHistory(deps, { ...options, merchantId }, rebuilt)
    if (isWhole && incomplete && !options.isStopped()) await markComplete(deps.db, { ...incomplete, since })
  }
  await bringBack(unclaimedMerchantId)
  for (const merchantId of await knownMerchants(deps.db)) await bringBack(merchantId)
  for (const processor of deps.processors.values()) {
    const accounts = await connectedAccounts(deps.db, processor.name, null)
    await attempt(deps, options, processor, rebuilt, null, run =>
      takeInEvents(run, null, accounts, new Set()),
    )
  }
  return rebuilt
}

/**
 * The history of one merchant, at every processor where it has an account; for the merchant that stands for none, the
 * accounts themselves. False when some of it could not be read.
 */
export async function rebuildHistory(
  deps: RebuildDeps,
  { merchantId, ...options }: RebuildOptions & { merchantId: MerchantId },
  rebuilt: Rebuilt,
): Promise<boolean> {
  const before = rebuilt.unfinished.length
  for (const processor of deps.processors.values()) {
    if (merchantId === unclaimedMerchantId)
      await attempt(deps, options, processor, rebuilt, null, takeInAccounts)
    for (const account of await connectedAccounts(deps.db, processor.name, merchantId)) {
      options.progress(`${merchantId} (${account.accountId})`)
      await attempt(deps, options, processor, rebuilt, account.accountId, async run => {
        const orphans = await rebuildPayments(run, account)
        await takeInEvents(run, account.accountId, [account], orphans)
      })
    }
  }
  return rebuilt.unfinished.length === before
}

/** What gives no answer does not keep the others waiting. */
async function attempt(
  deps: RebuildDeps,
  options: RebuildOptions,
  named: Processor,
  rebuilt: Rebuilt,
  accountId: string | null,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  if (options.isStopped()) return
  const { processor, take } = counting(named)
  await work({ ...options, deps, processor, rebuilt }).catch(error => {
    if (!(error instanceof Unanswered)) throw error
    // an account that was disconnected has nothing to bring back, and never will
    if (!error.isGone) rebuilt.unfinished.push({ accountId, reason: error.message })
  })
  rebuilt.calls += take()
}

/** Accounts are few. The seal says whose each is, and that it is ours. */
async function takeInAccounts({ deps, processor, rebuilt, dryRun, since }: Run): Promise<void> {
  const list = (after: string | null) => processor.listAccounts({ from: since, after })
  for await (const { items } of inPages(list)) {
    const own = items.filter(item => item !== null)
    const ids = own.map(({ merchantId }) => merchantId)
    const missing = await withoutAccount(deps.db, processor.name, ids)
    const known = new Set<string>(await knownMerchants(deps.db))
    for (const { merchantId, snapshot } of own) {
      if (!known.has(merchantId))
        rebuilt.unknownAccounts.push({ processor: processor.name, accountId: snapshot.accountId, merchantId })
      if (!missing.has(merchantId)) continue
      rebuilt.accounts++
      if (dryRun) continue
      await restoreAccount(deps, merchantId as MerchantId, processor.name, snapshot, since)
    }
  }
}

/** What happened since is forwarded again, also if it was before: `Svc-Event-Id` tells. */
async function takeInEvents(
  run: Run,
  accountId: string | null,
  accounts: Account[],
  orphans: ReadonlySet<string>,
): Promise<void> {
  const { deps, processor, rebuilt, since, dryRun } = run
  const byId = new Map(accounts.map(account => [account.accountId, account]))
  for await (const { items } of inPages(after => processor.listEvents(accountId, { since, after }))) {
    if (run.isStopped()) return
    const owners = items.map(
      ({ event }) => byId.get(event.accountId ?? '')?.merchantId ?? unclaimedMerchantId,
    )
    const source = { merchantIds: [...new Set(owners)], processor: processor.name }
    await takeInEach(await lostOf(deps.db, source, items), async ({ event, body }) => {
      if (!dryRun) await receiveEvent(deps, processor, event, body)
      rebuilt.events++
    })
    for (const { event } of items) {
      const account = byId.get(event.accountId ?? '')
      if (account) await restoreCallOf(run, account, event, orphans)
    }
  }
}
