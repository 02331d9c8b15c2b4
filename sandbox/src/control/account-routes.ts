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
import type { ControlCall, ControlRoute } from './control.ts'
import { ControlError, type Input } from './input.ts'

const outcomeNames = ['complete', 'incomplete', 'reject'] as const

/** Changes connected accounts as their merchants or Stripe would. */
export function accountControlRoutes(store: Store): ControlRoute[] {
  const move = (call: ControlCall, standing: (account: AccountRecord) => Standing) => {
    const account = find(store, call.id)
    return store.transact({ requestId: call.requestId, idempotencyKey: null }, tx =>
      setStanding(tx, account, standing(account)),
    )
  }
  return [
    {
      method: 'POST',
      path: 'accounts/:id',
      handle: call => {
        const { input } = call
        input.only(
          'charges_enabled',
          'payouts_enabled',
          'details_submitted',
          'currently_due',
          'pending_verification',
          'disabled_reason',
        )
        return toAccount(move(call, account => changed(account.standing, input)))
      },
    },
    {
      method: 'POST',
      path: 'accounts/:id/onboarding',
      handle: call => {
        call.input.only('outcome', 'link')
        const outcome = call.input.oneOf('outcome', outcomeNames)
        const token = call.input.text('link')
        const account = find(store, call.id)
        return store.transact({ requestId: call.requestId, idempotencyKey: null }, tx => {
          const link = token === undefined ? null : takeLink(tx, account, token)
          const moved = setStanding(tx, account, outcomes[outcome])
          return { account: toAccount(moved), return_url: link?.returnUrl ?? null }
        })
      },
    },
    {
      method: 'POST',
      path: 'accounts/:id/releases',
      handle: call => {
        call.input.only('as_refunds')
        const account = find(store, call.id)
        const releasesAsRefunds = call.input.flag('as_refunds') ?? true
        store.transact({ requestId: call.requestId, idempotencyKey: null }, tx =>
          tx.put('account', { ...account, releasesAsRefunds }),
        )
        return { as_refunds: releasesAsRefunds }
      },
    },
    ...Object.entries({ authorize, deauthorize }).map(
      ([name, connect]): ControlRoute => ({
        method: 'POST',
        path: `accounts/:id/${name}`,
        handle: call => {
          call.input.only()
          const account = find(store, call.id)
          const cause = { requestId: call.requestId, idempotencyKey: null }
          return toAccount(store.transact(cause, tx => connect(tx, account)))
        },
      }),
    ),
    {
      method: 'GET',
      path: 'account_links/:id',
      handle: ({ id }) => {
        const link = store.tables.account_link.get(id)
        if (!link) throw new ControlError(`There is no account link ${id}.`, 404)
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
    throw new ControlError(`There is no account link ${token} for ${account.id}.`, 404)
  if (link.usedAt || link.expiresAt <= tx.now) {
    throw new ControlError('This link has been used or has expired. Create a new one.', 410)
  }
  return tx.put('account_link', { ...link, usedAt: tx.now })
}

function changed(before: Standing, input: Input): Standing {
  const charges = input.flag('charges_enabled')
  const reason = input.oneOfOrNull('disabled_reason', disabledReasons)
  return {
    chargesEnabled: charges ?? before.chargesEnabled,
    chargesOff: charges === undefined ? (before.chargesOff ?? false) : !charges,
    payoutsEnabled: input.flag('payouts_enabled') ?? before.payoutsEnabled,
    detailsSubmitted: input.flag('details_submitted') ?? before.detailsSubmitted,
    currentlyDue: input.texts('currently_due') ?? before.currentlyDue,
    pendingVerification: input.texts('pending_verification') ?? before.pendingVerification,
    disabledReason: reason === undefined ? before.disabledReason : reason,
  }
}

function find(store: Store, id: string): AccountRecord {
  const account = store.tables.account.get(id)
  if (!account || id === platformAccount) throw new ControlError(`There is no connected account ${id}.`, 404)
  return account
}
