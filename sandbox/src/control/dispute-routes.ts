import { changeDisputeAmount } from '../disputes/change-amount.ts'
import { toDispute } from '../shapes/dispute.ts'
import type { Store } from '../store/store.ts'
import type { ControlRoute } from './control.ts'
import { ControlError } from './input.ts'

/** What a shopper's bank does to a dispute. */
export function disputeControlRoutes(store: Store): ControlRoute[] {
  return [
    {
      method: 'POST',
      path: 'disputes/:id',
      handle: ({ id, input, requestId }) => {
        input.only('amount')
        const amount = input.integer('amount')
        const dispute = store.tables.dispute.get(id)
        if (!dispute) throw new ControlError(`There is no dispute ${id}.`, 404)
        const captured = store.tables.charge.get(dispute.charge)?.amountCaptured ?? 0
        if (amount === undefined || amount < 1 || amount > captured) {
          throw new ControlError(`amount must be between 1 and ${captured}, what was paid.`)
        }
        const cause = { requestId, idempotencyKey: null }
        return toDispute(store.transact(cause, tx => changeDisputeAmount(tx, dispute, amount)))
      },
    },
  ]
}
