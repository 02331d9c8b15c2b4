import type { FastifyBaseLogger } from 'fastify'
import { openEventBody } from '../deliveries/event-body.ts'
import { unclaimedMerchantId } from '../ids.ts'
import { type InboxDeps, orphanTakenIn, receiveEvent } from '../inbox/receive-event.ts'
import type { Processor } from '../processors/port.ts'
import { eachAlone } from './each-alone.ts'
import type { Job } from './repeat.ts'
import { claimWaitingEvents, forgetWaitingEvent, type WaitingEvent } from './waiting-events.sql.ts'

export interface ReconcileDeps extends InboxDeps {
  processors: ReadonlyMap<string, Processor>
}

const atOnce = 5

/** Retries events that could not be processed when they arrived. */
export function retryWaitingEvents(deps: ReconcileDeps, log: FastifyBaseLogger): Job {
  const retry = async (waiting: WaitingEvent) => {
    const processor = deps.processors.get(waiting.processor)
    if (!processor) return
    const body = openEventBody(deps.encryptionKeys, waiting.eventId, waiting.sealedBody)
    const event = processor.readEvent(body)
    const { outcome, error, restored } = await receiveEvent(deps, processor, event, body, waiting.traceId)
    if (restored) log.warn({ eventId: waiting.eventId, paymentId: restored }, orphanTakenIn)
    if (error)
      log.error(
        { eventId: waiting.eventId, err: error },
        'could not process a waiting event; it will be retried',
      )
    // The event was also recorded under its merchant while this copy had none yet.
    if (outcome === 'seen' && waiting.merchantId === unclaimedMerchantId)
      await forgetWaitingEvent(deps.db, waiting)
  }
  return {
    name: 'retry waiting events',
    everyMs: 1_000,
    async run(stopped) {
      await eachAlone(await claimWaitingEvents(deps.db), retry, { most: atOnce, stopped })
    },
  }
}
