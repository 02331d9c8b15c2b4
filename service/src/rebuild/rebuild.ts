import { findIncomplete, markComplete, markIncompleteSince } from '../history/history.sql.ts'
import { type MerchantId, unclaimedMerchantId } from '../ids.ts'
import { lostOf } from '../inbox/events.sql.ts'
import { receiveEvent } from '../inbox/receive-event.ts'
import { takeInEach } from '../inbox/receive-listed.ts'
import { accountsOf, findAccountOwner } from '../merchants/accounts.sql.ts'
import { restoreAccount } from '../onboarding/restore-account.ts'
import { inPages } from '../processors/list-pages.ts'
import { Unanswered } from '../processors/outcomes.ts'
import { counting } from '../processors/watched.ts'
import { areConnected, knownMerchants } from './known.sql.ts'
import { rebuildPayments } from './rebuild-payments.ts'
import { restoreCallOf } from './restore-call-of.ts'
import { nothing, type RebuildDeps, type RebuildOptions, type Rebuilt, type Run } from './run.ts'

/** Brings back what the processors have and this database has forgotten. Safe to repeat, and while the service runs. */
export async function rebuild(deps: RebuildDeps, options: RebuildOptions): Promise<Rebuilt> {
  const { since, dryRun } = options
  const rebuilt = nothing()
  // calls are careful meanwhile
  if (!dryRun) await markIncompleteSince(deps.db, since)
  for (const merchantId of [unclaimedMerchantId, ...(await knownMerchants(deps.db))]) {
    if (options.isStopped()) break
    const incomplete = dryRun ? null : await findIncomplete(deps.db, merchantId)
    const isWhole = await rebuildHistory(deps, { ...options, merchantId }, rebuilt)
    if (isWhole && incomplete && !options.isStopped()) await markComplete(deps.db, { ...incomplete, since })
  }
  for (const processor of deps.processors.values())
    await attempt({ ...options, deps, processor, rebuilt }, null, run => takeInEvents(run, null, new Set()))
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
  if (merchantId === unclaimedMerchantId) {
    for (const processor of deps.processors.values())
      await attempt({ ...options, deps, processor, rebuilt }, null, takeInAccounts)
  }
  for (const { processor: name, accountId } of await accountsOf(deps.db, merchantId)) {
    const processor = deps.processors.get(name)
    if (!processor) continue
    options.progress(`${merchantId} (${accountId})`)
    await attempt({ ...options, deps, processor, rebuilt }, accountId, async run => {
      const orphans = await rebuildPayments(run, { merchantId, processor: name, accountId })
      await takeInEvents(run, accountId, orphans)
    })
  }
  return rebuilt.unfinished.length === before
}

/** What gives no answer does not keep the others waiting. */
async function attempt(run: Run, accountId: string | null, work: (run: Run) => Promise<void>): Promise<void> {
  if (run.isStopped()) return
  const { rebuilt } = run
  const { processor, take } = counting(run.processor)
  await work({ ...run, processor }).catch(error => {
    if (!(error instanceof Unanswered)) throw error
    // an account that was disconnected has nothing to bring back, and never will
    if (!error.isGone) rebuilt.unfinished.push({ accountId, reason: error.message })
  })
  rebuilt.calls += take()
}

/** Accounts are few. The seal says whose each is, and that it is ours. */
async function takeInAccounts({ deps, processor, rebuilt, dryRun, since }: Run): Promise<void> {
  for await (const { items } of inPages(after => processor.listAccounts({ from: since, after }))) {
    const own = items.filter(item => item !== null)
    const ids = own.map(({ merchantId }) => merchantId)
    const connected = await areConnected(deps.db, processor.name, ids)
    for (const { merchantId, snapshot } of own) {
      const isConnected = connected.get(merchantId)
      if (isConnected === undefined)
        rebuilt.unknownAccounts.push({ processor: processor.name, accountId: snapshot.accountId, merchantId })
      if (isConnected !== false) continue
      rebuilt.accounts++
      if (!dryRun) await restoreAccount(deps, merchantId as MerchantId, processor.name, snapshot, since)
    }
  }
}

/** What happened since is forwarded again, also if it was before: `Svc-Event-Id` tells. */
async function takeInEvents(run: Run, accountId: string | null, orphans: ReadonlySet<string>): Promise<void> {
  const { deps, processor, rebuilt, since, dryRun } = run
  const { name } = processor
  for await (const { items } of inPages(after => processor.listEvents(accountId, { since, after }))) {
    if (run.isStopped()) return
    const owners = await Promise.all(
      items.map(({ event: { accountId } }) =>
        accountId === null ? null : findAccountOwner(deps.db, { processor: name, accountId }),
      ),
    )
    const merchantIds = [...new Set(owners.map(owner => owner ?? unclaimedMerchantId))]
    const lost = await lostOf(deps.db, { merchantIds, processor: name }, items)
    await takeInEach(lost, async ({ event, body }) => {
      if (!dryRun) await receiveEvent(deps, processor, event, body)
      rebuilt.events++
    })
    for (const [i, { event }] of items.entries()) {
      const merchantId = owners[i]
      if (merchantId) await restoreCallOf(run, { merchantId, processor: name }, event, orphans)
    }
  }
}
