import type { FastifyBaseLogger } from 'fastify'
import { openEventBody } from '../deliveries/event-body.ts'
import { unclaimedMerchantId } from '../ids.ts'
import { type InboxDeps, orphanRestored, receiveEvent } from '../inbox/receive-event.ts'
import { eachAlone } from './each-alone.ts'
import type { Job } from './repeat.ts'
import { claimWaitingEvents, forgetWaitingEvent, type WaitingEvent } from './waiting-events.sql.ts'

const atOnce = 5

export function retryWaitingEvents(deps: InboxDeps, log: FastifyBaseLogger): Job {
  const retry = async (waiting: WaitingEvent) => {
    const processor = deps.processors.get(waiting.processor)
    if (!processor) return
    const body = openEventBody(deps.encryptionKeys, waiting.eventId, waiting.sealedBody)
    const event = processor.readEvent(body)
    const { outcome, error, restored } = await receiveEvent(deps, processor, event, body, waiting.traceId)
    const { eventId } = waiting
    if (restored) log.warn({ eventId, paymentId: restored }, orphanRestored)
    if (error) log.error({ eventId, err: error }, 'could not process a waiting event; it will be retried')
    // The event is now recorded under its merchant; this copy was recorded before the merchant was known.
    if (outcome === 'seen' && waiting.merchantId === unclaimedMerchantId)
      await forgetWaitingEvent(deps.db, waiting)
  }
  return {
    name: 'retry waiting events',
    everyMs: 1_000,
    maxRestMs: 60_000,
    async run(stopped) {
      await eachAlone(await claimWaitingEvents(deps.db), retry, { most: atOnce, stopped })
    },
  }
}
