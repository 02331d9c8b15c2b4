import { atOnce } from '../at-once.ts'
import type { ListedEvent } from '../processors/port.ts'

const storiesAtOnce = 50

/** Takes in a page of events, which lists the newest first. Events of one payment come one by one, oldest first. */
export async function takeInEach(
  events: ListedEvent[],
  take: (listed: ListedEvent) => Promise<void>,
): Promise<void> {
  const stories = new Map<string, ListedEvent[]>()
  for (const listed of events.toReversed()) {
    const subject = subjectOf(listed)
    const story = stories.get(subject)
    if (story) story.push(listed)
    else stories.set(subject, [listed])
  }
  const [fault] = await atOnce(storiesAtOnce, stories.values(), async story => {
    for (const listed of story) await take(listed)
  })
  if (fault) throw fault
}

function subjectOf({ event: { id, accountId, subject } }: ListedEvent): string {
  if (subject.kind === 'payment') return subject.processorPaymentId
  if (subject.kind === 'fee') return subject.chargeId
  return subject.kind === 'account' ? `${accountId}` : id
}
