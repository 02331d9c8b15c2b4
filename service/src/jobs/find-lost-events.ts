import type { FastifyBaseLogger } from 'fastify'
import { lostOf } from '../inbox/events.sql.ts'
import { type InboxDeps, orphanRestored, receiveEvent } from '../inbox/receive-event.ts'
import { receiveInOrder } from '../inbox/receive-listed.ts'
import { isRefusedForGood, type Outcome, reasonOf } from '../processors/outcomes.ts'
import type { ListedEvent, Processor } from '../processors/port.ts'
import { eachAlone } from './each-alone.ts'
import { addSearches, claimSearches, type EventSearch, finishSearch, savePage } from './event-searches.sql.ts'
import type { Job } from './repeat.ts'

const accountsPerRun = 40
const atOnce = 8
const pagesPerSearch = 20
/** The pause for a disconnected account: it has no events, but may be reconnected. */
const goneSeconds = 600
/** The pause after the processor turned us away. */
const turnedAwaySeconds = 60

/** Reads the processor's list of events for each account, and records missing events. */
export function findLostEvents(deps: InboxDeps, log: FastifyBaseLogger, everySeconds: number): Job {
  const take = async (processor: Processor, { event, body }: ListedEvent) => {
    const { outcome, error, restored } = await receiveEvent(deps, processor, event, body)
    const facts = { eventId: event.id, type: event.type, outcome }
    if (restored) log.warn({ ...facts, paymentId: restored }, orphanRestored)
    if (error) log.error({ ...facts, err: error }, 'could not process a lost event; it will be retried')
    else if (outcome !== 'seen' && outcome !== 'unread') log.info(facts, 'lost event found')
  }

  const search = async (start: EventSearch, stopped?: AbortSignal) => {
    const processor = deps.processors.get(start.processor)
    // the processor is no longer in the settings
    if (!processor) return await savePage(deps.db, start, goneSeconds)
    let current = start
    for (let page = 0; page < pagesPerSearch && !stopped?.aborted; page++) {
      const { since, pageAfter: after } = current
      const outcome = await processor.listEvents(current.accountId, { since, after })
      if (outcome.kind !== 'done') return await putOff(current, outcome)
      const { items, next } = outcome.value
      await receiveInOrder(await lostOf(deps.db, current, items), listed => take(processor, listed))
      current = { ...current, pageAfter: next, pageNewest: current.pageNewest ?? newestOf(items) }
      if (next === null) return await finishSearch(deps.db, current, everySeconds)
      await savePage(deps.db, current)
    }
    await savePage(deps.db, current, 0)
  }

  const putOff = async (current: EventSearch, outcome: Exclude<Outcome<unknown>, { kind: 'done' }>) => {
    const isGone = isRefusedForGood(outcome)
    const fields = { accountId: current.accountId, reason: reasonOf(outcome) }
    log[isGone ? 'debug' : 'warn'](fields, 'could not list the processor’s events')
    // Without an answer, the search is retried as soon as its lease expires.
    if (outcome.kind === 'unknown') return
    if (!isGone) return await savePage(deps.db, current, turnedAwaySeconds)
    // The processor may no longer know the event that the page follows; then the search starts over at once.
    const restarted = { ...current, pageAfter: null, pageNewest: null }
    await savePage(deps.db, restarted, current.pageAfter === null ? goneSeconds : 0)
  }

  let lookedUntil: Date | undefined
  let addAgainMs = 0
  // a quarter of the age at which an account is first searched
  const addEveryMs = everySeconds * 250
  const add = async () => {
    if (performance.now() < addAgainMs) return
    lookedUntil = await addSearches(deps.db, [...deps.processors.keys()], everySeconds, lookedUntil)
    addAgainMs = performance.now() + addEveryMs
  }

  return {
    name: 'find lost events',
    everyMs: 2_000,
    maxRestMs: addEveryMs,
    async run(stopped) {
      const unadded: unknown[] = []
      await add().catch(fault => unadded.push(fault))
      const { claimed, faults } = await claimSearches(deps.db, accountsPerRun)
      const all = { claimed, faults: [...unadded, ...faults] }
      await eachAlone(all, start => search(start, stopped), { most: atOnce, stopped })
    },
  }
}

function newestOf(events: ListedEvent[]): Date | null {
  const times = events.map(({ event }) => event.createdAt.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}
