import { invalidRequest, missing } from '../api/errors.ts'
import { expandParam, pageOf, pageParams, pageReply } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { boolean, clearableText, ignored, integer, oneOf, refused, required, sent } from '../api/params.ts'
import { type Call, type Route, route } from '../api/route.ts'
import { emit } from '../events/emit.ts'
import type { ExternalAccountRecord } from '../records/external-account.ts'
import { addExternalAccount, externalAccountParam, keepExternalAccounts } from './external-accounts.ts'
import { findAccount } from './routes.ts'

const all = '/v1/accounts/:id/external_accounts'
const one = `${all}/:external_account`

export const externalAccountRoutes: readonly Route[] = [
  route(
    { method: 'POST', path: all, operation: 'accounts.create_external_account' },
    {
      external_account: required(externalAccountParam),
      default_for_currency: boolean,
      metadata,
      ...expandParam,
    },
    ({ tx, account, id, params: input }) => {
      const choices = { asDefault: input.default_for_currency, metadata: input.metadata }
      const { added } = addExternalAccount(tx, findAccount(tx, account, id), input.external_account, choices)
      return { object: { kind: 'external_account', record: added } }
    },
  ),
  route(
    { method: 'GET', path: all, operation: 'accounts.list_external_accounts' },
    { ...pageParams, object: oneOf('bank_account', 'card') },
    ({ tx, account, id, params: input }) => {
      const owner = findAccount(tx, account, id)
      const table = tx.tables.external_account
      const page = pageOf(table, table.ids(owner.id), input, 'external_account', record => {
        return input.object === undefined || input.object === objectOf(record)
      })
      return pageReply('external_account', all.replace(':id', id), page)
    },
  ),
  route({ method: 'GET', path: one, operation: 'accounts.retrieve_external_account' }, expandParam, call => ({
    object: { kind: 'external_account', record: findExternal(call) },
  })),
  route(
    { method: 'POST', path: one, operation: 'accounts.update_external_account' },
    {
      account_holder_name: clearableText,
      account_holder_type: oneOf('individual', 'company'),
      account_type: oneOf('checking', 'savings', 'futsu', 'toza'),
      default_for_currency: boolean,
      metadata,
      address_city: ignored,
      address_country: ignored,
      address_line1: ignored,
      address_line2: ignored,
      address_state: ignored,
      address_zip: ignored,
      documents: refused,
      exp_month: integer,
      exp_year: integer,
      name: clearableText,
      ...expandParam,
    },
    call => {
      const { tx, account, id, params: input } = call
      const before = findExternal(call)
      const { card } = before
      const holder = { ...input, account_holder_name: card ? input.name : input.account_holder_name }
      const record = tx.put('external_account', {
        ...before,
        ...sent(holder, 'account_holder_name', 'account_holder_type', 'account_type'),
        ...(card ? { card: { ...card, ...sent(input, 'exp_month', 'exp_year') } } : {}),
        default_for_currency: before.default_for_currency || (input.default_for_currency ?? false),
        metadata: changeMetadata(before.metadata, input.metadata),
      })
      const owner = findAccount(tx, account, id)
      keepExternalAccounts(tx, owner, owner.externalAccounts, record)
      emit(tx, 'account.external_account.updated', 'external_account', record, before)
      return { object: { kind: 'external_account', record } }
    },
  ),
  route({ method: 'DELETE', path: one, operation: 'accounts.delete_external_account' }, {}, call => {
    const { tx, account, id } = call
    const record = findExternal(call)
    const owner = findAccount(tx, account, id)
    const others = owner.externalAccounts.filter(other => other.id !== record.id)
    if (record.default_for_currency && others.some(other => other.currency === record.currency)) {
      const message =
        'You cannot delete the default external account for your default currency. Please make another external account the default using the `default_for_currency` param, and then delete this one.'
      throw invalidRequest(message)
    }
    tx.put('account', { ...owner, externalAccounts: others })
    emit(tx, 'account.external_account.deleted', 'external_account', record)
    tx.remove('external_account', record.id)
    return { body: { id: record.id, object: objectOf(record), deleted: true } }
  }),
]

function objectOf({ card }: ExternalAccountRecord): 'card' | 'bank_account' {
  return card ? 'card' : 'bank_account'
}

function findExternal({ tx, account, id, path: [, asked = ''] }: Call<unknown>): ExternalAccountRecord {
  const owner = findAccount(tx, account, id)
  const record = tx.tables.external_account.get(asked)
  if (record?.account !== owner.id) throw missing('external account', asked)
  return record
}
