import { missing } from '../api/errors.ts'
import { expandParam, pageOf, pageParams, pageReply } from '../api/lists.ts'
import { boolean, hash } from '../api/params.ts'
import { type Call, type Route, route } from '../api/route.ts'
import { emit } from '../events/emit.ts'
import type { PersonRecord } from '../records/person.ts'
import { createPerson, personParams, updatePerson } from './persons.ts'
import { findAccount } from './routes.ts'

const relationships = hash({
  authorizer: boolean,
  director: boolean,
  executive: boolean,
  legal_guardian: boolean,
  owner: boolean,
  representative: boolean,
})

export const personRoutes: readonly Route[] = [
  route(
    { method: 'POST', path: '/v1/accounts/:id/persons', operation: 'accounts.create_person' },
    { ...personParams, ...expandParam },
    ({ tx, account, id, params: input }) => {
      const record = createPerson(tx, findAccount(tx, account, id), input)
      return { object: { kind: 'person', record } }
    },
  ),
  route(
    { method: 'GET', path: '/v1/accounts/:id/persons', operation: 'accounts.list_persons' },
    { ...pageParams, relationship: relationships },
    ({ tx, account, id, params: input }) => {
      const owner = findAccount(tx, account, id)
      const wanted = Object.entries(input.relationship ?? {}).filter(([, value]) => value !== undefined)
      const table = tx.tables.person
      const page = pageOf(table, table.ids(owner.id), input, 'person', ({ relationship }) =>
        wanted.every(([name, value]) => relationship[name as keyof typeof relationship] === value),
      )
      return pageReply('person', `/v1/accounts/${id}/persons`, page)
    },
  ),
  route(
    { method: 'GET', path: '/v1/accounts/:id/persons/:person', operation: 'accounts.retrieve_person' },
    expandParam,
    call => ({ object: { kind: 'person', record: findPerson(call) } }),
  ),
  route(
    { method: 'POST', path: '/v1/accounts/:id/persons/:person', operation: 'accounts.update_person' },
    { ...personParams, ...expandParam },
    call => {
      const record = updatePerson(call.tx, findPerson(call), call.params)
      const owner = findAccount(call.tx, call.account, call.id)
      if (owner.individual?.id === record.id) call.tx.put('account', { ...owner, individual: record })
      return { object: { kind: 'person', record } }
    },
  ),
  route(
    { method: 'DELETE', path: '/v1/accounts/:id/persons/:person', operation: 'accounts.delete_person' },
    {},
    call => {
      const person = findPerson(call)
      emit(call.tx, 'person.deleted', 'person', person)
      call.tx.remove('person', person.id)
      return { body: { id: person.id, object: 'person', deleted: true } }
    },
  ),
]

function findPerson({ tx, account, id, path: [, asked = ''] }: Call<unknown>): PersonRecord {
  const owner = findAccount(tx, account, id)
  const person = tx.tables.person.get(asked)
  if (person?.account !== owner.id) throw missing('person', asked, 'person')
  return person
}
