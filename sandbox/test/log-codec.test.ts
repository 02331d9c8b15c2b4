import { expect, test } from 'vitest'
import type { EventRecord } from '../src/records/event.ts'
import { snapshotOf } from '../src/records/snapshot.ts'
import type { Change, State } from '../src/store/log-codec.ts'
import { encodeLine, replayLine } from '../src/store/log-codec.ts'
import { emptyTables, type Records } from '../src/store/tables.ts'

const intent = (seq: number, status: string) =>
  ({ id: 'pi_1', account: 'acct_1', seq, status }) as Records['payment_intent']

test('a line can be read on its own, and a record that it mentions twice is one object', () => {
  const [first, second] = [intent(1, 'requires_confirmation'), intent(1, 'succeeded')]
  const event = (id: string, record: Records['payment_intent']) =>
    ({ id, account: 'acct_1', seq: 2, object: snapshotOf('payment_intent', record) }) as EventRecord
  const [created, paid, older] = [
    event('evt_1', first),
    event('evt_2', second),
    event('evt_3', intent(1, 'x')),
  ]
  const remember = { id: 'acct_1/k', at: 3, answer: snapshotOf('payment_intent', second) }
  const changes = [
    { put: 'payment_intent', record: first },
    { put: 'event', record: created },
    { put: 'payment_intent', record: second },
    { put: 'event', record: paid },
    { put: 'event', record: older },
    { remember },
  ] as Change[]
  const state: State = { tables: emptyTables(), idempotency: new Map(), clockOffset: 0 }
  expect(replayLine(state, encodeLine(changes))).toBe(changes.length)
  const { tables, idempotency } = state
  expect(tables.payment_intent.get('pi_1')).toEqual(second)
  expect([...tables.event.all()]).toEqual([created, paid, older])
  expect(tables.event.get('evt_2')?.object.record).toBe(tables.payment_intent.get('pi_1'))
  expect(idempotency.get('acct_1/k')).toEqual(remember)
})
