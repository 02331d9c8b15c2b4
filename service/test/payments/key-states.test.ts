import { afterEach, describe, expect, it } from 'vitest'
import { moveTimes, underKey } from '../support/leases.ts'
import { newKey, usePaying } from '../support/paying.ts'
import type { Answer } from '../support/service.ts'

const paying = usePaying()
afterEach(() => paying.clearFaults())

type Says = 'refunded' | 'replayed' | 'in_progress' | 'idempotency_conflict'

interface State {
  name: string
  /** The fault that meets the first call under the key; null if there was no such call. */
  fault: object | null
  /** An event in the service after that call. */
  after?: (key: string) => Promise<unknown>
  /** The answers to the same body, and to another one. */
  same: Says
  other: Says
}

const db = () => paying.service.db
const hold = (key: string) => moveTimes(db(), 3_600_000, underKey(db(), key))
/** Deletes the operation, as a restore would. */
const forget = (key: string) => db()`delete from operations where idempotency_key = ${key}`

const refused = { kind: 'error', status: 402, remembered: true }
const [done, notDone] = [{ kind: 'lost' }, { kind: 'reset' }]

const states: State[] = [
  { name: 'new', fault: null, same: 'refunded', other: 'refunded' },
  { name: 'open, not done', fault: notDone, same: 'refunded', other: 'idempotency_conflict' },
  { name: 'open, done there', fault: done, same: 'refunded', other: 'idempotency_conflict' },
  { name: 'open and leased', fault: done, after: hold, same: 'in_progress', other: 'idempotency_conflict' },
  { name: 'done', fault: {}, same: 'replayed', other: 'idempotency_conflict' },
  { name: 'restored', fault: {}, after: forget, same: 'replayed', other: 'idempotency_conflict' },
  { name: 'refused', fault: refused, same: 'refunded', other: 'refunded' },
]

const saysOf = ({ status, body, headers }: Answer): Says =>
  status !== 200 ? body.code : headers.get('idempotent-replayed') === 'true' ? 'replayed' : 'refunded'

describe.each(states)('the key of a refund that is $name', ({ fault, after, same, other }) => {
  it.each([
    { bodies: ['same'], says: [same] },
    { bodies: ['other', 'other'], says: [other, other === 'refunded' ? 'replayed' : other] },
    { bodies: ['other', 'same'], says: [other, other === 'refunded' ? 'idempotency_conflict' : same] },
  ])('then $bodies: $says', async ({ bodies, says }) => {
    const { id, intentId } = await paying.pay()
    const key = newKey()
    const refund = (amountCents: number) =>
      paying.post(`/payments/${id}/refund`, { amountCents }, { 'idempotency-key': key })
    if (fault) {
      if ('kind' in fault) await paying.control('/faults', { operation: 'refunds.create', ...fault })
      await refund(1000)
      await paying.clearFaults()
      await after?.(key)
    }
    const answers: Answer[] = []
    for (const body of bodies) answers.push(await refund(body === 'same' ? 1000 : 700))
    expect(answers.map(saysOf)).toEqual(says)
    const there = { stripeAccount: paying.merchant.accountId }
    const { data } = await paying.stripe.refunds.list({ payment_intent: intentId }, there)
    const isLeftOpen = fault === notDone && !says.includes('refunded')
    const wanted = bodies[0] === 'other' && other === 'refunded' ? [700] : [1000]
    expect(data.map(({ amount }) => amount)).toEqual(isLeftOpen ? [] : wanted)
  })
})
