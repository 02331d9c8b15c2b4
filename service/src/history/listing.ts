import type { Outcome } from '../processors/outcomes.ts'
import type { Processor } from '../processors/port.ts'

/** A payment still being created during a listing is at most this much older than the newest one: no call takes longer. */
const overlapMs = 120_000

const listed = { kind: 'done', value: null } as const

/** Finds a payment of the account by our id and seal, and returns the processor's id; null if there is none. */
export type Listing = (processor: Processor, paymentId: string) => Promise<Outcome<string | null>>

/**
 * The payments of an account since a time. They are listed once, and after that only newer ones, so that every call of
 * a busy merchant can search first. Calls that arrive during a listing share the next one.
 */
export function createListing(accountId: string, since: Date): Listing {
  const known = new Map<string, string>()
  let from = since
  /** The listing in progress or, if there is one, the next. */
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Outcome<null>> | null = null

  const list = async (processor: Processor): Promise<Outcome<null>> => {
    next = null
    const found = new Map<string, string>()
    let newest = from
    let after: string | null = null
    do {
      const page = await processor.listPayments(accountId, { from, after })
      if (page.kind !== 'done') return page
      for (const { own, snapshot, createdAt } of page.value.items) {
        // newest first, so that the oldest of several payments with one id is kept
        if (own) found.set(own.paymentId, snapshot.processorPaymentId)
        if (createdAt > newest) newest = createdAt
      }
      after = page.value.next
    } while (after !== null)
    for (const [id, processorPaymentId] of found) if (!known.has(id)) known.set(id, processorPaymentId)
    from = new Date(Math.max(from.getTime(), newest.getTime() - overlapMs))
    return listed
  }

  return async (processor, paymentId) => {
    next ??= last.then(() => list(processor))
    last = next.catch(() => {})
    const outcome = await next
    return outcome.kind === 'done' ? { ...outcome, value: known.get(paymentId) ?? null } : outcome
  }
}
