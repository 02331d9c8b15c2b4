import { invalidRequest } from '../api/errors.ts'
import type { Settings } from '../api/route.ts'
import { disputeResponseSeconds } from '../constants.ts'
import { emit } from '../events/emit.ts'
import { schedule } from '../jobs/schedule.ts'
import { type DisputeRecord, isInquiry, needsResponse } from '../records/dispute.ts'
import type { Tx } from '../store/store.ts'
import { reinstate, withdraw } from './move-funds.ts'

type Verdict = 'won' | 'lost' | 'escalated'

/** The evidence texts that decide a dispute in Stripe's test mode. */
const verdicts = new Map<string, Verdict>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
  ['escalate_inquiry_evidence', 'escalated'],
])

function verdictOf({ evidence }: DisputeRecord): Verdict | undefined {
  return verdicts.get(evidence.uncategorized_text ?? '')
}

/** Adds evidence. Once it is submitted, the bank decides. */
export function answerDispute(
  tx: Tx,
  answered: DisputeRecord,
  submit: boolean,
  settings: Settings,
): DisputeRecord {
  requireOpen(answered)
  const before = tx.tables.dispute.get(answered.id)
  const reviewed = isInquiry(answered) ? 'warning_under_review' : 'under_review'
  const dispute = tx.put('dispute', {
    ...answered,
    status: submit ? reviewed : answered.status,
    submissions: answered.submissions + (submit ? 1 : 0),
  })
  emit(tx, 'charge.dispute.updated', 'dispute', dispute, before)
  if (submit && verdictOf(dispute)) {
    schedule(tx, 'decide_dispute', dispute, tx.nowMs + settings.settleAfterMs)
  }
  return dispute
}

/** The merchant accepts that the money is lost. */
export function acceptDispute(tx: Tx, dispute: DisputeRecord): DisputeRecord {
  requireOpen(dispute)
  return closeDispute(tx, dispute, 'lost')
}

function requireOpen(dispute: DisputeRecord): void {
  if (!needsResponse(dispute)) throw invalidRequest(`This dispute is already ${dispute.status}.`)
}

export function decideDispute(tx: Tx, id: string): void {
  const dispute = tx.tables.dispute.get(id)
  const verdict = dispute && verdictOf(dispute)
  if (dispute?.status === 'warning_under_review' && verdict === 'escalated') escalate(tx, dispute)
  else if (dispute?.status === 'warning_under_review') closeDispute(tx, dispute, 'lost')
  else if (dispute?.status === 'under_review' && (verdict === 'won' || verdict === 'lost')) {
    closeDispute(tx, dispute, verdict)
  }
}

export function scheduleDeadline(tx: Tx, dispute: DisputeRecord): void {
  schedule(tx, 'expire_dispute', dispute, dispute.dueBy * 1000)
}

/** Nobody answered in time. An inquiry that became a dispute has a later deadline. */
export function expireDispute(tx: Tx, id: string): void {
  const dispute = tx.tables.dispute.get(id)
  if (dispute && needsResponse(dispute) && dispute.dueBy <= tx.now) {
    closeDispute(tx, { ...dispute, isOverdue: true }, 'lost')
  }
}

/** An inquiry ends without a winner. */
function closeDispute(tx: Tx, dispute: DisputeRecord, verdict: 'won' | 'lost'): DisputeRecord {
  const status = isInquiry(dispute) ? 'warning_closed' : verdict
  const before = dispute.transactions
  const transactions = status === 'won' ? [...before, reinstate(tx, dispute, dispute.amount)] : before
  const closed = tx.put('dispute', { ...dispute, status, transactions })
  emit(tx, 'charge.dispute.closed', 'dispute', closed, dispute)
  if (status === 'won') emit(tx, 'charge.dispute.funds_reinstated', 'dispute', closed)
  return closed
}

/** The bank turns the inquiry into a dispute and takes the money. */
function escalate(tx: Tx, inquiry: DisputeRecord): void {
  const dueBy = tx.now + disputeResponseSeconds
  const transactions = [withdraw(tx, inquiry, inquiry.amount)]
  const change = { status: 'needs_response', evidence: {}, dueBy, transactions } as const
  const dispute = tx.put('dispute', { ...inquiry, ...change })
  scheduleDeadline(tx, dispute)
  emit(tx, 'charge.dispute.updated', 'dispute', dispute, inquiry)
  emit(tx, 'charge.dispute.funds_withdrawn', 'dispute', dispute)
}
