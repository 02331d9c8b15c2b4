import { missing } from '../api/errors.ts'
import { expandParam } from '../api/lists.ts'
import { hash, integer, refused, required, text } from '../api/params.ts'
import { type Route, route } from '../api/route.ts'
import { toToken } from '../shapes/token.ts'
import { readCard } from './create-payment-method.ts'

export const tokenRoutes: readonly Route[] = [
  route(
    { method: 'POST', path: '/v1/tokens', operation: 'tokens.create', publishable: true },
    {
      account: refused,
      bank_account: refused,
      cvc_update: refused,
      customer: refused,
      person: refused,
      pii: refused,
      card: required(hash({ number: text, exp_month: integer, exp_year: integer, cvc: text, name: text })),
      ...expandParam,
    },
    ({ tx, account, params: { card } }) => {
      const { card: facts, behavior } = readCard(tx, card)
      const record = tx.put('token', {
        id: `tok_1${tx.random(23)}`,
        account,
        seq: tx.nextSeq(),
        created: tx.now,
        card: facts,
        behavior,
        name: card.name ?? null,
        used: false,
      })
      return { body: toToken(record) }
    },
  ),
  route(
    { method: 'GET', path: '/v1/tokens/:id', operation: 'tokens.retrieve' },
    expandParam,
    ({ tx, account, id }) => {
      const record = tx.tables.token.get(id)
      if (record?.account !== account) throw missing('token', id, 'token')
      return { body: toToken(record) }
    },
  ),
]
