import type { Db } from '../db/db.ts'
import { type InboxDeps, receiveEvent } from '../inbox/receive-event.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import type { Job } from '../jobs/repeat.ts'
import type { Processor } from '../processors/port.ts'

export interface ReconcileDeps extends InboxDeps {
  processors: ReadonlyMap<string, Processor>
}

interface WaitingEvent {
  processor: string
  eventId: string
  receivedAt: Date
  body: Buffer
}

type Position = Pick<WaitingEvent, 'eventId' | 'receivedAt'>

const atOnce = 50
const beginning: Position = { receivedAt: new Date(0), eventId: '' }

/**
 * Events that came before what they are about was settled: taken in as soon as it is. Some wait long, so each
 * run goes on where the last one ended.
 */
export function matchWaiting(deps: ReconcileDeps): Job {
  let position = beginning
  return {
    name: 'match waiting events',
    everyMs: 1_000,
    async run() {
      const waiting = await waitingEvents(deps.db, position)
      position = waiting.length < atOnce ? beginning : (waiting.at(-1) ?? beginning)
      await eachAlone(waiting, async ({ processor: name, body }) => {
        const processor = deps.processors.get(name)
        if (processor) await receiveEvent(deps, processor, processor.readEvent(body), body)
      })
    },
  }
}

async function waitingEvents(db: Db, after: Position): Promise<WaitingEvent[]> {
  return await db<WaitingEvent[]>`
    select processor, event_id, received_at, body from events
    where outcome = 'waiting' and (received_at, event_id) > (${after.receivedAt}, ${after.eventId})
    order by received_at, event_id limit ${atOnce}`
}
