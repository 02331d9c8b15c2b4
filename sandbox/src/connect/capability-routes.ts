import type Stripe from 'stripe'
import { invalidRequest, missing } from '../api/errors.ts'
import { expandParam } from '../api/lists.ts'
import { type Route, route } from '../api/route.ts'
import { capabilityNames, toCapability } from '../shapes/capability.ts'
import { findAccount } from './routes.ts'

export const capabilityRoutes: readonly Route[] = [
  route(
    { method: 'GET', path: '/v1/accounts/:id/capabilities', operation: 'accounts.list_capabilities' },
    expandParam,
    ({ tx, account, id }) => {
      const owner = findAccount(tx, account, id)
      const data = capabilityNames.map(name => toCapability(owner, name))
      return { body: { object: 'list', data, has_more: false, url: `/v1/accounts/${id}/capabilities` } }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/accounts/:id/capabilities/:capability',
      operation: 'accounts.retrieve_capability',
    },
    expandParam,
    ({ tx, account, id, path: [, asked = ''] }) => {
      const owner = findAccount(tx, account, id)
      const name = capabilityNames.find(candidate => candidate === asked)
      if (!name) throw missing('capability', asked, 'capability')
      return { body: toCapability(owner, name) }
    },
  ),
  route(
    { method: 'POST', path: '/v1/accounts/:id/login_links', operation: 'accounts.create_login_link' },
    expandParam,
    ({ tx, account, id, baseUrl }) => {
      const owner = findAccount(tx, account, id)
      if (owner.type !== 'express') {
        throw invalidRequest('Cannot create a login link for an account that is not an Express account.')
      }
      const url = `${baseUrl}/_sandbox/pages/payments?account=${id}`
      const body: Stripe.LoginLink = { object: 'login_link', created: tx.now, url }
      return { body }
    },
  ),
]
