import type { Settings } from '../api/route.ts'
import { payOutAll } from '../balance/pay-out.ts'
import { toPayout } from '../shapes/payout.ts'
import type { Store } from '../store/store.ts'
import type { ControlRoute } from './control.ts'
import { ControlError } from './input.ts'

/** Pays an account out now, as Stripe does each day. */
export function payoutControlRoutes(store: Store, settings: Settings): ControlRoute[] {
  return [
    {
      method: 'POST',
      path: 'accounts/:id/payouts',
      handle: ({ id, input, requestId }) => {
        input.only()
        if (!store.tables.account.get(id)) throw new ControlError(`There is no account ${id}.`, 404)
        const cause = { requestId, idempotencyKey: null }
        return { data: store.transact(cause, tx => payOutAll(tx, id, settings)).map(toPayout) }
      },
    },
  ]
}
