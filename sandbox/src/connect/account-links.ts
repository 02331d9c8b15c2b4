import type Stripe from 'stripe'
import { invalidRequest } from '../api/errors.ts'
import { expandParam } from '../api/lists.ts'
import { ignored, oneOf, required, text } from '../api/params.ts'
import { type Route, route } from '../api/route.ts'
import { platformAccount } from '../constants.ts'
import { findAccount } from './routes.ts'

const lifetimeSeconds = 5 * 60

export const accountLinkRoutes: readonly Route[] = [
  route(
    {
      method: 'POST',
      path: '/v1/account_links',
      operation: 'account_links.create',
    },
    {
      account: required(text),
      type: required(oneOf('account_onboarding', 'account_update')),
      refresh_url: text,
      return_url: text,
      collect: ignored,
      collection_options: ignored,
      ...expandParam,
    },
    ({ tx, account, params: input, baseUrl }) => {
      const target = findAccount(tx, account, input.account, 'account')
      for (const name of ['refresh_url', 'return_url'] as const) checkUrl(input[name], name)
      const link = tx.put('account_link', {
        id: tx.random(24),
        account: platformAccount,
        seq: tx.nextSeq(),
        target: target.id,
        created: tx.now,
        expiresAt: tx.now + lifetimeSeconds,
        type: input.type,
        returnUrl: input.return_url ?? null,
        refreshUrl: input.refresh_url ?? null,
        usedAt: null,
      })
      const body: Stripe.AccountLink = {
        object: 'account_link',
        created: link.created,
        expires_at: link.expiresAt,
        url: `${baseUrl}/_sandbox/pages/onboarding/${target.id}/${link.id}`,
      }
      return { body }
    },
  ),
]

function checkUrl(value: string | undefined, param: 'refresh_url' | 'return_url'): void {
  if (value === undefined) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (!URL.canParse(value)) throw invalidRequest('Not a valid URL', { code: 'url_invalid', param })
}
