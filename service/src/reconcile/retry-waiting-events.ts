import type { FastifyBaseLogger } from 'fastify'
import { openEventBody } from '../callbacks/event-body.ts'
import type { Db } from '../db/db.ts'
import { type InboxDeps, receiveEvent } from '../inbox/receive-event.ts'
import { nobody } from '../inbox/record-event.sql.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import type { Job } from '../jobs/repeat.ts'
import type { Processor } from '../processors/port.ts'

export interface ReconcileDeps extends InboxDeps {
  processors: ReadonlyMap<string, Processor>
}

interface WaitingEvent {
  merchantId: string
  processor: string
  eventId: string
  sealedBody: Buffer
}

const perRun = 50
const atOnce = 5

/** Events that could not be taken in when they came: taken in as soon as they can be. */
export function retryWaitingEvents(deps: ReconcileDeps, log: FastifyBaseLogger): Job {
  const retry = async (waiting: WaitingEvent) => {
    const processor = deps.processors.get(waiting.processor)
    if (!processor) return
    const body = openEventBody(deps.encryptionKeys, waiting.eventId, waiting.sealedBody)
    const event = processor.readEvent(body)
    const { outcome, error } = await receiveEvent(deps, processor, event, body)
    if (error)
      log.error({ eventId: waiting.eventId, err: error }, 'event could not be taken in; it is retried')
    // a merchant's copy was recorded while this one was still nobody's
    if (outcome === 'seen' && waiting.merchantId === nobody) await forget(deps.db, waiting)
  }
  return {
    name: 'retry waiting events',
    everyMs: 1_000,
    async run() {
      await eachAlone(await claimWaitingEvents(deps.db), retry, atOnce)
    },
  }
}

/** Each for one instance, and ever more rarely: after half as long as it has waited, at most a minute. */
async function claimWaitingEvents(db: Db): Promise<WaitingEvent[]> {
  return await db<WaitingEvent[]>`
    with due as materialized (
      select merchant_id, processor, event_id from events
      where outcome = 'waiting' and (retry_at <= now() or retry_at > now() + interval '2 hours')
      order by retry_at limit ${perRun} for update skip locked
    )
    update events e
    set retry_at = now() + least(greatest((now() - e.received_at) / 2, interval '1 second'), interval '1 minute')
    from due d
    where e.merchant_id = d.merchant_id and e.processor = d.processor and e.event_id = d.event_id
    returning e.merchant_id, e.processor, e.event_id, e.sealed_body`
}

async function forget(db: Db, { merchantId, processor, eventId }: WaitingEvent): Promise<void> {
  await db`
    delete from events
    where merchant_id = ${merchantId} and processor = ${processor} and event_id = ${eventId}
      and outcome = 'waiting'`
}
