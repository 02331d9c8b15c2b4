import { invalidRequest } from '../api/errors.ts'
import type { Settings } from '../api/route.ts'
import { payOutAll } from '../balance/pay-out.ts'
import { toPayout } from '../shapes/payout.ts'
import type { Store } from '../store/store.ts'
import { type ControlRoute, controlRoute } from './control.ts'

/** Makes an account's payouts now, as Stripe does each day. */
export function payoutControlRoutes(store: Store, settings: Settings): ControlRoute[] {
  return [
    controlRoute({ method: 'POST', path: 'accounts/:id/payouts' }, {}, ({ id, requestId }) => {
      if (!store.tables.account.get(id)) throw invalidRequest(`There is no account ${id}.`, {}, 404)
      const cause = { requestId, idempotencyKey: null }
      return { data: store.transact(cause, tx => payOutAll(tx, id, settings)).map(toPayout) }
    }),
  ]
}
