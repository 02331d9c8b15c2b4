import { findIncomplete, markComplete, markIncompleteSince } from '../history/history.sql.ts'
import { type MerchantId, unclaimedMerchantId } from '../ids.ts'
import type { InboxDeps } from '../inbox/receive-event.ts'
import { accountsOf, findAccount } from '../merchants/accounts.sql.ts'
import { findMerchant, listMerchantIds } from '../merchants/merchants.sql.ts'
import { restoreAccount } from '../onboarding/account.ts'
import { inPages } from '../processors/list-pages.ts'
import { Unanswered } from '../processors/outcomes.ts'
import { counting } from '../processors/watched.ts'
import { rebuildEvents } from './rebuild-events.ts'
import { rebuildPayments } from './rebuild-payments.ts'
import { nothing, type RebuildOptions, type Rebuilt, type Run } from './run.ts'

/** Restores the records that the processors have and this database lacks. Safe to repeat, even while the service runs. */
export async function rebuild(deps: InboxDeps, options: RebuildOptions): Promise<Rebuilt> {
  const { since } = options
  const rebuilt = nothing()
  // until the rebuild is complete, calls check the processors before they act
  await markIncompleteSince(deps.db, since)
  for (const merchantId of [unclaimedMerchantId, ...(await listMerchantIds(deps.db))]) {
    if (options.isStopped()) break
    const incomplete = await findIncomplete(deps.db, merchantId)
    const isWhole = await rebuildHistory(deps, { ...options, merchantId }, rebuilt)
    if (isWhole && incomplete && !options.isStopped()) await markComplete(deps.db, { ...incomplete, since })
  }
  for (const processor of deps.processors.values())
    await attempt({ ...options, deps, processor, rebuilt }, null, run => rebuildEvents(run, null))
  return rebuilt
}

/**
 * Restores the history of one merchant, at every processor where it has an account; for `unclaimedMerchantId`, the
 * accounts themselves. False if some of it could not be read.
 */
export async function rebuildHistory(
  deps: InboxDeps,
  { merchantId, ...options }: RebuildOptions & { merchantId: MerchantId },
  rebuilt: Rebuilt,
): Promise<boolean> {
  const before = rebuilt.unfinished.length
  if (merchantId === unclaimedMerchantId) {
    for (const processor of deps.processors.values())
      await attempt({ ...options, deps, processor, rebuilt }, null, restoreAccounts)
  }
  for (const { processor: name, accountId } of await accountsOf(deps.db, merchantId)) {
    const processor = deps.processors.get(name)
    if (!processor) continue
    options.progress(`${merchantId} (${accountId})`)
    const account = { merchantId, processor: name, accountId }
    await attempt({ ...options, deps, processor, rebuilt }, accountId, async run => {
      await rebuildPayments(run, account)
      await rebuildEvents(run, account)
    })
  }
  return rebuilt.unfinished.length === before
}

/** An account that does not answer does not block the others. */
async function attempt(run: Run, accountId: string | null, work: (run: Run) => Promise<void>): Promise<void> {
  if (run.isStopped()) return
  const { rebuilt } = run
  const { processor, take } = counting(run.processor)
  await work({ ...run, processor }).catch(error => {
    if (!(error instanceof Unanswered)) throw error
    // a disconnected account cannot be read, now or later
    if (!error.isGone) rebuilt.unfinished.push({ accountId, reason: error.message })
  })
  rebuilt.calls += take()
}

/** There are few accounts. The seal proves that an account is ours, and names its merchant. */
async function restoreAccounts({ deps, processor, rebuilt, since }: Run): Promise<void> {
  const { name } = processor
  for await (const { items } of inPages(after => processor.listAccounts({ from: since, after }))) {
    for (const { merchantId: id, snapshot } of items.filter(item => item !== null)) {
      const merchant = await findMerchant(deps.db, id)
      if (!merchant) {
        rebuilt.unknownAccounts.push({ processor: name, accountId: snapshot.accountId, merchantId: id })
      } else if (!(await findAccount(deps.db, merchant.merchantId, name))) {
        rebuilt.accounts++
        await restoreAccount(deps, merchant.merchantId, name, snapshot, since)
      }
    }
  }
}
