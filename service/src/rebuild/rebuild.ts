import { type MerchantId, unclaimedMerchantId } from '../ids.ts'
import { lostOf } from '../inbox/events.sql.ts'
import { receiveEvent } from '../inbox/receive-event.ts'
import { takeInEach } from '../inbox/receive-listed.ts'
import { recordAccount } from '../merchants/accounts.sql.ts'
import { Unanswered } from '../processors/outcomes.ts'
import { inPages } from '../processors/pages.ts'
import { counting } from '../processors/watched.ts'
import type { Account } from '../reconcile/books.sql.ts'
import { connectedAccounts, withoutAccount } from './known.sql.ts'
import { rebuildPayments } from './rebuild-payments.ts'
import { restoreCancel } from './restore-cancel.ts'
import { nothing, type RebuildDeps, type RebuildOptions, type Rebuilt, type Run } from './run.ts'

/** Brings back what the processors have and this database has forgotten. Safe to repeat, and while the service runs. */
export async function rebuild(deps: RebuildDeps, options: RebuildOptions): Promise<Rebuilt> {
  const rebuilt = nothing()
  for (const named of deps.processors.values()) {
    const { processor, take } = counting(named)
    const run = { ...options, deps, processor, rebuilt }
    await orUnfinished(run, null, () => takeInAccounts(run))
    const accounts = await connectedAccounts(deps.db, processor.name)
    for (const account of accounts) {
      if (options.isStopped()) break
      options.progress(`${account.merchantId} (${account.accountId})`)
      await orUnfinished(run, account.accountId, async () => {
        const orphans = await rebuildPayments(run, account)
        await takeInEvents(run, account.accountId, [account], orphans)
      })
    }
    if (!options.isStopped())
      await orUnfinished(run, null, () => takeInEvents(run, null, accounts, new Set()))
    rebuilt.calls += take()
  }
  return rebuilt
}

/** An account that gives no answer does not keep the others waiting. */
async function orUnfinished(
  { rebuilt }: Run,
  accountId: string | null,
  work: () => Promise<void>,
): Promise<void> {
  await work().catch(error => {
    if (!(error instanceof Unanswered)) throw error
    rebuilt.unfinished.push({ accountId, reason: error.message })
  })
}

/** Accounts are few, and one made long before may have been forgotten: the merchant is told apart by its seal. */
async function takeInAccounts({ deps, processor, rebuilt, dryRun, since }: Run): Promise<void> {
  const list = (after: string | null) => processor.listAccounts({ from: since, after })
  for await (const { items } of inPages(list)) {
    const own = items.filter(item => item !== null)
    const missing = await withoutAccount(
      deps.db,
      processor.name,
      own.map(({ merchantId }) => merchantId),
    )
    for (const { merchantId, snapshot } of own.filter(({ merchantId }) => missing.has(merchantId))) {
      rebuilt.accounts++
      if (dryRun) continue
      await recordAccount(deps.db, merchantId as MerchantId, processor.name, snapshot, deps.clock.now())
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
  const list = async (after: string | null) => {
    const page = await processor.listEvents(accountId, { since, after })
    if (page.kind !== 'done') return page
    const { events, hasMore } = page.value
    return {
      kind: 'done',
      value: { items: events, next: hasMore ? (events.at(-1)?.event.id ?? null) : null },
    } as const
  }
  for await (const { items } of inPages(list)) {
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
      if (account && event.type === 'payment_intent.canceled')
        await restoreCancel(run, account, event, orphans)
    }
  }
}
