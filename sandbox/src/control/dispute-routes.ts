import { invalidRequest } from '../api/errors.ts'
import { integer, oneOf, required } from '../api/params.ts'
import type { Settings } from '../api/route.ts'
import { changeDisputeAmount } from '../disputes/change-amount.ts'
import { acceptDispute, answerDispute } from '../disputes/decide-dispute.ts'
import { type DisputeRecord, isInquiry, needsResponse } from '../records/dispute.ts'
import { toDispute } from '../shapes/dispute.ts'
import type { Store } from '../store/store.ts'
import { type ControlRoute, controlRoute } from './control.ts'

/** The evidence for each outcome, as in Stripe's test mode. */
const evidenceFor = {
  win: 'winning_evidence',
  lose: 'losing_evidence',
  escalate: 'escalate_inquiry_evidence',
} as const

/** The actions of a shopper's bank on a dispute, and the merchant's answers. The hosted page uses the answers. */
export function disputeControlRoutes(store: Store, settings: Settings): ControlRoute[] {
  return [
    controlRoute(
      { method: 'POST', path: 'disputes/:id' },
      { amount: required(integer) },
      ({ id, params: { amount }, requestId }) => {
        const dispute = find(store, id)
        const captured = store.tables.charge.get(dispute.charge)?.amount_captured ?? 0
        if (amount < 1 || amount > captured) {
          throw invalidRequest(`amount must be between 1 and ${captured}, the amount paid.`)
        }
        const cause = { requestId, idempotencyKey: null }
        return toDispute(store.transact(cause, tx => changeDisputeAmount(tx, dispute, amount)))
      },
    ),
    controlRoute(
      { method: 'POST', path: 'disputes/:id/answer' },
      { outcome: required(oneOf('win', 'lose', 'accept', 'escalate')) },
      ({ id, params: { outcome }, requestId }) => {
        const dispute = find(store, id)
        if (!needsResponse(dispute)) {
          const message = 'This dispute has already been answered. Reload its page to see the outcome.'
          throw invalidRequest(message, {}, 409)
        }
        if (outcome === 'escalate' && !isInquiry(dispute)) {
          throw invalidRequest('Only an inquiry can escalate.')
        }
        const cause = { requestId, idempotencyKey: null }
        const answered = store.transact(cause, tx => {
          if (outcome === 'accept') return acceptDispute(tx, dispute)
          const evidence = { ...dispute.evidence, uncategorized_text: evidenceFor[outcome] }
          return answerDispute(tx, { ...dispute, evidence }, true, settings)
        })
        return toDispute(answered)
      },
    ),
  ]
}

function find(store: Store, id: string): DisputeRecord {
  const dispute = store.tables.dispute.get(id)
  if (!dispute) throw invalidRequest(`There is no dispute ${id}.`, {}, 404)
  return dispute
}
