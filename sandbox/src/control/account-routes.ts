import { invalidRequest } from '../api/errors.ts'
import { boolean, clearable, list, oneOf, type ParamsOf, required, sent, text } from '../api/params.ts'
import { authorize, deauthorize } from '../connect/authorize.ts'
import { setStanding } from '../connect/standing.ts'
import { platformAccount } from '../constants.ts'
import {
  type AccountLinkRecord,
  type AccountRecord,
  disabledReasons,
  outcomes,
  type Standing,
} from '../records/account.ts'
import { toAccount } from '../shapes/account.ts'
import type { Store, Tx } from '../store/store.ts'
import { type ControlCall, type ControlRoute, controlRoute } from './control.ts'

const standingFields = {
  charges_enabled: boolean,
  payouts_enabled: boolean,
  details_submitted: boolean,
  currently_due: list(text),
  pending_verification: list(text),
  disabled_reason: clearable(oneOf(...disabledReasons)),
}

/** Changes connected accounts as their merchants or Stripe would. */
export function accountControlRoutes(store: Store): ControlRoute[] {
  const move = (call: ControlCall, standing: (account: AccountRecord) => Standing) => {
    const account = find(store, call.id)
    return store.transact({ requestId: call.requestId, idempotencyKey: null }, tx =>
      setStanding(tx, account, standing(account)),
    )
  }
  return [
    controlRoute({ method: 'POST', path: 'accounts/:id' }, standingFields, call =>
      toAccount(move(call, account => changed(account.standing, call.params))),
    ),
    controlRoute(
      { method: 'POST', path: 'accounts/:id/onboarding' },
      { outcome: required(oneOf('complete', 'incomplete', 'reject')), link: text },
      call => {
        const { outcome, link: token } = call.params
        const account = find(store, call.id)
        return store.transact({ requestId: call.requestId, idempotencyKey: null }, tx => {
          const link = token === undefined ? null : takeLink(tx, account, token)
          const moved = setStanding(tx, account, outcomes[outcome])
          return { account: toAccount(moved), return_url: link?.returnUrl ?? null }
        })
      },
    ),
    controlRoute({ method: 'POST', path: 'accounts/:id/releases' }, { as_refunds: boolean }, call => {
      const account = find(store, call.id)
      const releasesAsRefunds = call.params.as_refunds ?? true
      store.transact({ requestId: call.requestId, idempotencyKey: null }, tx =>
        tx.put('account', { ...account, releasesAsRefunds }),
      )
      return { as_refunds: releasesAsRefunds }
    }),
    ...Object.entries({ authorize, deauthorize }).map(([name, connect]) =>
      controlRoute({ method: 'POST', path: `accounts/:id/${name}` }, {}, call => {
        const account = find(store, call.id)
        const cause = { requestId: call.requestId, idempotencyKey: null }
        return toAccount(store.transact(cause, tx => connect(tx, account)))
      }),
    ),
    {
      method: 'GET',
      path: 'account_links/:id',
      handle: ({ id }) => {
        const link = store.tables.account_link.get(id)
        if (!link) throw invalidRequest(`There is no account link ${id}.`, {}, 404)
        return {
          account: toAccount(find(store, link.target)),
          expires_at: link.expiresAt,
          used_at: link.usedAt,
          type: link.type,
          return_url: link.returnUrl,
          refresh_url: link.refreshUrl,
        }
      },
    },
  ]
}

/** A link works once, until it expires, for its own account. */
function takeLink(tx: Tx, account: AccountRecord, token: string): AccountLinkRecord {
  const link = tx.tables.account_link.get(token)
  if (link?.target !== account.id)
    throw invalidRequest(`There is no account link ${token} for ${account.id}.`, {}, 404)
  if (link.usedAt || link.expiresAt <= tx.now) {
    throw invalidRequest('This link has been used or has expired. Create a new one.', {}, 410)
  }
  return tx.put('account_link', { ...link, usedAt: tx.now })
}

function changed(before: Standing, given: ParamsOf<typeof standingFields>): Standing {
  const { charges_enabled: charges } = given
  return { ...before, ...sent(given), ...(charges === undefined ? {} : { chargesOff: !charges }) }
}

function find(store: Store, id: string): AccountRecord {
  const account = store.tables.account.get(id)
  if (!account || id === platformAccount)
    throw invalidRequest(`There is no connected account ${id}.`, {}, 404)
  return account
}
