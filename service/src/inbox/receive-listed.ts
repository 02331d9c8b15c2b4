import { atOnce } from '../at-once.ts'
import type { Db } from '../db/db.ts'
import type { ListedEvent } from '../processors/port.ts'
import { recordedEvents } from './events.sql.ts'

const storiesAtOnce = 50

/** Whose list it is. That of the platform has events of several merchants. */
interface Source {
  merchantIds: string[]
  processor: string
}

/** Those of a page that no webhook brought, or not so that they could be read. */
export async function lostOf(db: Db, { merchantIds, processor }: Source, page: ListedEvent[]) {
  const ids = page.map(({ event }) => event.id)
  const recorded = await recordedEvents(db, merchantIds, processor, ids)
  return page.filter(({ event }) => !recorded.has(event.id))
}

/** Takes in events of a page, which lists the newest first. Those of one payment follow each other, oldest first. */
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
