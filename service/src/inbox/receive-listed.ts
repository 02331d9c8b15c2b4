import { allAtOnce } from '../at-once.ts'
import { grouped } from '../grouped.ts'
import type { ListedEvent } from '../processors/port.ts'

const subjectsAtOnce = 50

/**
 * Records a page of events, which lists the newest first. Events of one payment are recorded one by one, oldest first.
 */
export async function receiveInOrder(
  events: ListedEvent[],
  take: (listed: ListedEvent) => Promise<void>,
): Promise<void> {
  const bySubject = grouped(events.toReversed(), subjectOf)
  await allAtOnce(subjectsAtOnce, bySubject.values(), async eventsOfSubject => {
    for (const listed of eventsOfSubject) await take(listed)
  })
}

function subjectOf({ event: { id, accountId, subject } }: ListedEvent): string {
  if (subject.kind === 'payment') return subject.processorPaymentId
  if (subject.kind === 'fee') return subject.chargeId
  return subject.kind === 'account' ? `${accountId}` : id
}
