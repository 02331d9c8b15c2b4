import { expect, test } from 'vitest'
import type { TokenRecord } from '../src/records/token.ts'
import { type Change, encodeLine, replayLine, type State } from '../src/store/log-codec.ts'
import { emptyTables } from '../src/store/tables.ts'

function emptyState(): State {
  return { tables: emptyTables(), idempotency: new Map(), clockOffset: 0, lastNew: new Map() }
}

function token(id: string, fields: object): TokenRecord {
  return { id, account: 'acct_1', seq: Number(id.slice(4)), ...fields } as TokenRecord
}

test('a record may lack fields of the record before it, or of its own version before', () => {
  const state = emptyState()
  const lastNew: State['lastNew'] = new Map()
  const first = token('tok_1', { used: true, card: { last4: '4242' }, extra: 1 })
  const second = token('tok_2', { used: undefined, card: { last4: '4242' } })
  const changed = token('tok_1', { card: null, extra: undefined })
  const changes: Change[] = [
    { put: 'token', record: first },
    { put: 'token', record: second },
    { put: 'token', record: changed, before: first },
  ]
  for (const change of changes) replayLine(state, encodeLine([change], lastNew))
  expect(state.tables.token.get('tok_1')).toEqual(changed)
  expect(state.tables.token.get('tok_2')).toEqual(second)
  expect(state.tables.token.get('tok_2')).not.toHaveProperty('used')
})

test('a record like the one before it is written as little more than its id', () => {
  const lastNew: State['lastNew'] = new Map()
  const fields = { used: true, card: { last4: '4242' }, created: 1 }
  encodeLine([{ put: 'token', record: token('tok_1', fields) }], lastNew)
  const line = encodeLine([{ put: 'token', record: token('tok_2', fields) }], lastNew)
  expect(JSON.parse(line)).toEqual([['n', 'token', { id: 'tok_2', seq: 2 }]])
})

test('logs of earlier releases can be read', () => {
  const state = emptyState()
  const intent = { id: 'pi_1', account: 'acct_1', seq: 1, status: 'requires_confirmation' }
  const event = { id: 'evt_1', account: 'acct_1', seq: 2, type: 'payment_intent.created' }
  const lines = [
    ['p', 'payment_intent', intent],
    ['e', event, ['payment_intent', 'pi_1']],
    ['u', 'payment_intent', 'pi_1', { status: 'succeeded' }],
    ['i', { id: 'acct_1/k', at: 3 }, ['payment_intent', 'pi_1']],
  ]
  replayLine(state, JSON.stringify(lines))
  expect(state.tables.event.get('evt_1')).toEqual({
    ...event,
    object: { kind: 'payment_intent', record: intent },
  })
  const record = { ...intent, status: 'succeeded' }
  expect(state.tables.payment_intent.get('pi_1')).toEqual(record)
  expect(state.idempotency.get('acct_1/k')?.answer).toEqual({ kind: 'payment_intent', record })
})
