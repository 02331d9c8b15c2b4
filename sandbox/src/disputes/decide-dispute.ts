import { emit } from '../events/emit.ts'
import type { Settings } from '../http/router.ts'
import type { Tx } from '../store/store.ts'
import { schedule } from '../time/schedule.ts'
import type { DisputeRecord } from './dispute.ts'

/** The two texts that decide a dispute in Stripe's test mode. */
const verdicts = new Map<string, 'won' | 'lost'>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
])

export function answerDispute(
  tx: Tx,
  answered: DisputeRecord,
  submit: boolean,
  settings: Settings,
): DisputeRecord {
  const before = tx.tables.dispute.get(answered.id)
  const dispute = tx.put('dispute', {
    ...answered,
    status: submit ? 'under_review' : answered.status,
    submissions: answered.submissions + (submit ? 1 : 0),
  })
  emit(tx, 'charge.dispute.updated', 'dispute', dispute, before)
  if (submit && verdicts.get(dispute.evidence.uncategorized_text ?? '')) {
    schedule(tx, 'decide_dispute', dispute, tx.nowMs + settings.settleAfterMs)
  }
  return dispute
}

export function decideDispute(tx: Tx, id: string): void {
  const dispute = tx.tables.dispute.get(id)
  const verdict = verdicts.get(dispute?.evidence.uncategorized_text ?? '')
  if (dispute?.status === 'under_review' && verdict) closeDispute(tx, dispute, verdict)
}

export function closeDispute(tx: Tx, dispute: DisputeRecord, status: 'won' | 'lost'): DisputeRecord {
  const closed = tx.put('dispute', { ...dispute, status })
  emit(tx, 'charge.dispute.closed', 'dispute', closed, dispute)
  if (status === 'won') emit(tx, 'charge.dispute.funds_reinstated', 'dispute', closed)
  return closed
}
