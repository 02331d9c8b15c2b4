import type { Db } from '../db/db.ts'
import { type InboxDeps, receiveEvent } from '../inbox/receive-event.ts'
import type { Job } from '../jobs/repeat.ts'
import type { Processor } from '../processors/port.ts'

export interface ReconcileDeps extends InboxDeps {
  processors: ReadonlyMap<string, Processor>
}

interface WaitingEvent {
  processor: string
  body: Buffer
}

const atOnce = 50

/** Events that came before what they are about was settled: taken in as soon as it is. */
export function matchWaiting(deps: ReconcileDeps): Job {
  return {
    name: 'match waiting events',
    everyMs: 1_000,
    async run() {
      for (const { processor: name, body } of await waitingEvents(deps.db)) {
        const processor = deps.processors.get(name)
        if (processor) await receiveEvent(deps, processor, processor.readEvent(body), body)
      }
    },
  }
}

async function waitingEvents(db: Db): Promise<WaitingEvent[]> {
  return await db<WaitingEvent[]>`
    select processor, body from events where outcome = 'waiting' order by received_at limit ${atOnce}`
}
