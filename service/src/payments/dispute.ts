import { disputeLostEntry, disputeMovedEntry, type Entry } from '../ledger/entries.ts'
import type { DisputeMovement, DisputeSnapshot, DisputeState } from '../processors/port.ts'
import type { Trust } from './payment.ts'

/** Where the disputed money is: `open`, held by the processor; `lost`, with the customer; else with the merchant. */
type Standing = 'warning' | 'open' | 'won' | 'lost'

/** Every state with its progress: a report with more progress is newer. */
const states: Record<DisputeState, { progress: number; standing: Standing }> = {
  warning_needs_response: { progress: 0, standing: 'warning' },
  warning_under_review: { progress: 1, standing: 'warning' },
  warning_closed: { progress: 2, standing: 'warning' },
  prevented: { progress: 2, standing: 'warning' },
  needs_response: { progress: 3, standing: 'open' },
  under_review: { progress: 4, standing: 'open' },
  won: { progress: 5, standing: 'won' },
  lost: { progress: 5, standing: 'lost' },
  appeal_needs_response: { progress: 6, standing: 'lost' },
  appeal_under_review: { progress: 7, standing: 'lost' },
}

export const standingOf = ({ state }: { state: DisputeState }) => states[state].standing

const sumOf = (movements: DisputeMovement[]) =>
  movements.reduce((total, { amountCents }) => total + amountCents, 0)

/** The amount that the processor has taken and not returned. */
export function takenCents(dispute: DisputeSnapshot): number {
  if (dispute.movements) return 0 - sumOf(dispute.movements)
  return isTaken(dispute) ? dispute.amountCents : 0
}

export const isInquiry = (dispute: DisputeSnapshot) => standingOf(dispute) === 'warning'

const isTaken = (dispute: DisputeSnapshot) => ['open', 'lost'].includes(standingOf(dispute))

/** The total held or lost in all disputes. */
export function disputedCentsOf(disputes: DisputeSnapshot[]): number {
  return disputes.filter(isTaken).reduce((total, dispute) => total + Math.max(0, takenCents(dispute)), 0)
}

/** The most urgent dispute: one that needs a response, or else the one with the least progress; a won one last. */
export function mostPressing<Dispute extends DisputeSnapshot>(disputes: Dispute[]): Dispute | null {
  const rank = ({ state }: Dispute) => {
    if (state.endsWith('needs_response')) return -1
    return state === 'won' ? Number.POSITIVE_INFINITY : states[state].progress
  }
  const [first] = disputes.toSorted((a, b) => rank(a) - rank(b))
  return first ?? null
}

/**
 * A report is trusted if it is the first one of a dispute or has more progress than our record. Otherwise only a
 * reading shows which is newer. A lost dispute stays lost until its money is returned.
 */
export function applyDispute(
  known: DisputeSnapshot | null,
  reported: DisputeSnapshot,
  trust: Trust,
): { dispute: DisputeSnapshot; entries: Entry[] } | 'unchanged' | 'stale' | 'doubtful' {
  if (known && isSame(known, reported)) return 'unchanged'
  if (known && trust === 'report' && !isLater(known, reported)) return 'doubtful'
  const movements = reported.movements ?? impliedMovements(known, reported)
  const dispute = { ...reported, movements }
  const isReturned = standingOf(dispute) === 'lost' || takenCents(dispute) === 0
  if (known && standingOf(known) === 'lost' && !isReturned) return 'stale'
  return { dispute, entries: newEntries(known, { ...dispute, movements }) }
}

function isSame(known: DisputeSnapshot, reported: DisputeSnapshot): boolean {
  const { state, amountCents, dueBy = null, movements } = reported
  if (known.state !== state || known.amountCents !== amountCents || (known.dueBy ?? null) !== dueBy)
    return false
  return !movements || (hasAll(movements, known) && known.movements?.length === movements.length)
}

function isLater(known: DisputeSnapshot, { state, movements }: DisputeSnapshot): boolean {
  if (movements && !hasAll(movements, known)) return false
  const steps = states[state].progress - states[known.state].progress
  const hasMore = movements ? movements.length > (known.movements?.length ?? -1) : false
  return steps > 0 || (steps === 0 && state === known.state && hasMore)
}

const hasAll = (movements: DisputeMovement[], known: DisputeSnapshot) =>
  (known.movements ?? []).every(({ id }) => movements.some(moved => moved.id === id))

/** If the processor lists no movements, derives them from the state and the amount. */
function impliedMovements(known: DisputeSnapshot | null, reported: DisputeSnapshot): DisputeMovement[] {
  const isOpened = standingOf(reported) !== 'warning'
  const opened = known ? takenCents(known) : isOpened ? reported.amountCents : 0
  const before = known?.movements ?? (opened === 0 ? [] : [{ id: '1', amountCents: -opened }])
  const amountCents = -takenCents(reported) - sumOf(before)
  return amountCents === 0 ? before : [...before, { id: String(before.length + 1), amountCents }]
}

type MovedDispute = DisputeSnapshot & { movements: DisputeMovement[] }

/** Posts one entry per movement. The first movement's fact names only the dispute, as in earlier releases. */
function newEntries(known: DisputeSnapshot | null, dispute: MovedDispute): Entry[] {
  const { processorDisputeId: id, movements } = dispute
  const fact = (kind: Entry['kind'], name?: string) => (name ? `${kind}:${name}:${id}` : `${kind}:${id}`)
  const wasLost = known !== null && standingOf(known) === 'lost'
  const from = wasLost ? 'customerCents' : 'disputeHoldCents'
  const posted = postedOf(known, movements)
  const entries: Entry[] = []
  const move = (kind: 'dispute' | 'dispute_won', name: string, amountCents: number) =>
    entries.push(disputeMovedEntry({ fact: fact(kind, name), kind, amountCents, from }))
  let left = 0
  for (const [place, moved] of movements.entries()) {
    left += moved.amountCents
    if (posted === null || posted.has(moved.id)) continue
    const kind = dispute.state === 'won' && left === 0 ? 'dispute_won' : 'dispute'
    move(kind, place > 0 ? moved.id : '', moved.amountCents)
  }
  if (posted === null && known) move('dispute', 'correction', left + takenCents(known))
  if (standingOf(dispute) === 'lost' && !wasLost && left !== 0) {
    const last = movements.length > 1 ? movements.at(-1)?.id : ''
    entries.push(disputeLostEntry(fact('dispute_lost', last), -left))
  }
  return entries
}

/**
 * The movements posted so far. The previous release posted sums, so these are the movements that add up to its sum;
 * null if none do.
 */
function postedOf(known: DisputeSnapshot | null, movements: DisputeMovement[]): Set<string> | null {
  if (!known) return new Set()
  if (known.movements) return new Set(known.movements.map(({ id }) => id))
  for (let count = movements.length; count >= 0; count--) {
    const first = movements.slice(0, count)
    if (sumOf(first) === -takenCents(known)) return new Set(first.map(({ id }) => id))
  }
  return null
}
