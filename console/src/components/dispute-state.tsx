import type { Item } from '../api/client.ts'
import { StatusBadge, type Tone } from './status-badge.tsx'

type DisputeState = NonNullable<Item<'listAllPayments'>['dispute']>['state']

/** An inquiry is a bank's question before a dispute: no money is held for it. */
interface Shown {
  label: string
  tone: Tone
  of: 'inquiry' | 'dispute'
}

const states: Readonly<Record<DisputeState, Shown>> = {
  warning_needs_response: { label: 'Inquiry needs a response', tone: 'bad', of: 'inquiry' },
  warning_under_review: { label: 'Inquiry under review', tone: 'waiting', of: 'inquiry' },
  warning_closed: { label: 'Inquiry closed', tone: 'quiet', of: 'inquiry' },
  prevented: { label: 'Prevented', tone: 'quiet', of: 'inquiry' },
  needs_response: { label: 'Needs a response', tone: 'bad', of: 'dispute' },
  under_review: { label: 'Under review', tone: 'waiting', of: 'dispute' },
  won: { label: 'Won', tone: 'good', of: 'dispute' },
  lost: { label: 'Lost', tone: 'quiet', of: 'dispute' },
  appeal_needs_response: { label: 'Appeal needs a response', tone: 'bad', of: 'dispute' },
  appeal_under_review: { label: 'Appeal under review', tone: 'waiting', of: 'dispute' },
}

export const needsResponse = (state: DisputeState) => state.endsWith('needs_response')

export const isInquiry = (state: DisputeState) => states[state].of === 'inquiry'

export const isUnderReview = (state: DisputeState) => state.endsWith('under_review')

/** Lost, and not returned by an appeal. */
export const isLost = (state: DisputeState) => state === 'lost' || state.startsWith('appeal_')

export function DisputeBadge({ state }: { state: DisputeState }) {
  const { label, tone } = states[state]
  return <StatusBadge status={state} label={label} tone={tone} />
}

/** Replaces a payment's status while it is disputed, and shows whether a response is needed. */
export function DisputedBadge({ state }: { state: DisputeState }) {
  if (state === 'lost') return <StatusBadge status="dispute lost" tone="quiet" />
  if (needsResponse(state)) return <StatusBadge status="disputed" tone="bad" />
  return <StatusBadge status="dispute under review" tone="waiting" />
}
