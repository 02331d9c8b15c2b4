import type Stripe from 'stripe'
import { addressParam } from '../api/address-params.ts'
import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { expandParam } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { clearableText, ignored, refused, required, sent, text } from '../api/params.ts'
import { retrieveRoute } from '../api/retrieve-route.ts'
import { type Route, route } from '../api/route.ts'

const inJapan = {
  address_kana: refused,
  address_kanji: refused,
  display_name_kana: refused,
  display_name_kanji: refused,
}

export const locationRoutes: readonly Route[] = [
  route(
    {
      method: 'POST',
      path: '/v1/terminal/connection_tokens',
      operation: 'terminal.connection_tokens.create',
    },
    { location: text, ...expandParam },
    ({ tx, account, params: input }) => {
      if (input.location !== undefined) find(tx, 'location', account, input.location)
      const body: Stripe.Terminal.ConnectionToken = {
        object: 'terminal.connection_token',
        ...(input.location === undefined ? {} : { location: input.location }),
        secret: `pst_test_${tx.random(32)}`,
      }
      return { body }
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/terminal/locations',
      operation: 'terminal.locations.create',
    },
    {
      display_name: required(text),
      ...inJapan,
      address: required(addressParam),
      configuration_overrides: ignored,
      metadata,
      phone: text,
      ...expandParam,
    },
    ({ tx, account, params: input }) => {
      if (input.address.country === null) {
        throw invalidRequest('Missing required param: address[country].', {
          code: 'parameter_missing',
          param: 'address[country]',
        })
      }
      const record = tx.put('location', {
        id: `tml_${tx.random(14)}`,
        account,
        seq: tx.nextSeq(),
        display_name: input.display_name,
        address: input.address,
        phone: input.phone ?? null,
        metadata: changeMetadata({}, input.metadata),
      })
      return { object: { kind: 'location', record } }
    },
  ),
  listRoute({ kind: 'location', path: '/v1/terminal/locations', operation: 'terminal.locations.list' }, {}),
  retrieveRoute('location', '/v1/terminal/locations/:id', 'terminal.locations.retrieve'),
  route(
    {
      method: 'POST',
      path: '/v1/terminal/locations/:id',
      operation: 'terminal.locations.update',
    },
    {
      display_name: text,
      ...inJapan,
      address: addressParam,
      configuration_overrides: ignored,
      metadata,
      phone: clearableText,
      ...expandParam,
    },
    ({ tx, account, id, params: input }) => {
      const before = find(tx, 'location', account, id)
      const record = tx.put('location', {
        ...before,
        ...sent(input, 'address', 'display_name', 'phone'),
        metadata: changeMetadata(before.metadata, input.metadata),
      })
      return { object: { kind: 'location', record } }
    },
  ),
  route(
    {
      method: 'DELETE',
      path: '/v1/terminal/locations/:id',
      operation: 'terminal.locations.delete',
    },
    {},
    ({ tx, account, id }) => {
      tx.remove('location', find(tx, 'location', account, id).id)
      return { body: { id, object: 'terminal.location', deleted: true } }
    },
  ),
]
