import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/db.ts'
import { receiveEvent } from '../inbox/receive-event.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import type { Job } from '../jobs/repeat.ts'
import type { Outcome } from '../processors/port.ts'
import type { ReconcileDeps } from './match-waiting.ts'

interface DueAccount {
  merchantId: string
  processor: string
  accountId: string
  readUntil: Date
}

const atOnce = 20
const everyAccountMs = 60_000
/** Events appear in the list a little after they happen, and clocks differ: the last minutes are read again. */
const overlapMs = 5 * 60_000

/** Reads the processor's own list of events per account and takes in what no webhook brought. */
export function findLostEvents(deps: ReconcileDeps, log: FastifyBaseLogger): Job {
  const readAccount = async (account: DueAccount) => {
    const processor = deps.processors.get(account.processor)
    if (!processor) return
    const startedAt = deps.clock.now()
    const since = new Date(account.readUntil.getTime() - overlapMs)
    const outcome = await processor.listEvents(account.accountId, since)
    if (outcome.kind !== 'done') {
      // an account that the merchant took back has nothing to tell any more
      const isGone = outcome.kind === 'refused' && outcome.refusal.reason === 'gone'
      const facts = { accountId: account.accountId, reason: reasonOf(outcome) }
      log[isGone ? 'debug' : 'warn'](facts, 'the processor did not list its events')
      return
    }
    for (const { event, body } of outcome.value) {
      const { outcome: result } = await receiveEvent(deps, processor, event, body)
      if (result !== 'seen' && result !== 'unread')
        log.info({ eventId: event.id, type: event.type, outcome: result }, 'lost event found')
    }
    await moveCursor(deps.db, account, startedAt)
  }
  return {
    name: 'find lost events',
    everyMs: 5_000,
    async run() {
      const now = deps.clock.now()
      const before = new Date(now.getTime() - everyAccountMs)
      await eachAlone(await claimAccounts(deps.db, before, now), readAccount)
    },
  }
}

function reasonOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): string {
  return outcome.kind === 'refused' ? outcome.refusal.message : outcome.reason
}

/** Takes the accounts that were not looked at for a while; two instances never take the same one. */
async function claimAccounts(db: Db, before: Date, now: Date): Promise<DueAccount[]> {
  await db`
    insert into event_cursors (merchant_id, processor, read_until, checked_at)
    select a.merchant_id, a.processor, a.created_at, a.created_at from processor_accounts a
    where not exists (select from event_cursors c where c.merchant_id = a.merchant_id and c.processor = a.processor)
    on conflict do nothing`
  return await db<DueAccount[]>`
    with due as (
      select merchant_id, processor from event_cursors where checked_at <= ${before}
      order by checked_at limit ${atOnce} for update skip locked
    )
    update event_cursors c set checked_at = ${now}
    from due d join processor_accounts a on a.merchant_id = d.merchant_id and a.processor = d.processor
    where c.merchant_id = d.merchant_id and c.processor = d.processor
    returning c.merchant_id, c.processor, a.account_id, c.read_until`
}

async function moveCursor(db: Db, { merchantId, processor }: DueAccount, readUntil: Date): Promise<void> {
  await db`
    update event_cursors set read_until = greatest(read_until, ${readUntil})
    where merchant_id = ${merchantId} and processor = ${processor}`
}
