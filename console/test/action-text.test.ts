import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  actionText,
  changesOf,
  fieldText,
  subjectText,
  valueText,
} from '../src/pages/activity/action-text.ts'

const source = new URL('../../service/src/', import.meta.url)
const written = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .flatMap(name => [...readFileSync(new URL(name, source), 'utf8').matchAll(/\baction: '(\w+\.[\w.-]+)'/g)])
  .map(([, action = '']) => action)

it('has words for every action that the service writes to its log', () => {
  expect(written.length).toBeGreaterThan(15)
  expect(written.filter(action => actionText(action).startsWith('did '))).toEqual([])
})

it('shows that a refused action was not done', () => {
  expect(actionText('payment.refund')).toBe('refunded a payment')
  expect(actionText('payment.refund', { outcome: 'invalid_state' })).toBe('could not refund a payment')
})

it('distinguishes a move from a pending or canceled one', () => {
  const text = (detail: Record<string, string>) => actionText('merchant.move', { detail })
  expect(text({ from: 'one', to: 'two', when: 'now' })).toBe('moved a merchant to another processor')
  expect(text({ from: 'one', to: 'two', when: 'enabled' })).toBe(
    'planned a merchant’s move to another processor',
  )
  expect(text({ from: 'one', to: 'one', when: 'now' })).toBe('canceled a merchant’s pending move')
})

it('distinguishes an update of the ledger from a comparison, but does not say what it changed', () => {
  const text = (fix: boolean) => actionText('reconciliation.start', { detail: { fix } })
  expect(text(false)).toBe('compared the ledger with the processor')
  expect(text(true)).toBe('started an update of the ledger to match the processor')
})

it('has words for the changes of an action, and for their values', () => {
  const detail = {
    feeBps: 250,
    feeFixedCents: null,
    graceSeconds: 3600,
    newKeyId: 'key_1',
    amountCents: 4999,
    reason: 'requested_by_customer',
    fix: false,
    url: null,
  }
  const shown = Object.entries(detail).map(([name, value]) => [
    fieldText(name),
    valueText(name, value, 'usd'),
  ])
  expect(shown).toEqual([
    ['Percentage fee', '2.5%'],
    ['Fixed fee', 'the default'],
    ['Old key or secret expires', 'after 1 hour'],
    ['New key', 'key_1'],
    ['Amount', '$49.99'],
    ['Reason', 'Requested by customer'],
    ['Update the ledger to match', 'no'],
    ['Callback URL', 'not set'],
  ])
  expect(fieldText('from', 'delivery.redeliver-all')).toBe('Queued from')
  expect(fieldText('from', 'merchant.move')).toBe('From')
  expect(valueText('graceSeconds', 0)).toBe('at once')
})

it('names the subject of an action, so that nobody has to open it', () => {
  const text = (action: string, detail: Record<string, unknown>) =>
    actionText(action, { detail }) + subjectText(action, { detail })
  expect(text('key.rotate', { label: null, hint: 'b0c1' })).toBe('rotated a key: Unnamed ····b0c1')
  expect(text('key.rotate', { label: 'till', hint: 'b0c1', newHint: 'd2e3' })).toBe(
    'rotated a key: till ····b0c1, now ····d2e3',
  )
  expect(text('payment.refund', { amountCents: 500, currency: 'usd' })).toBe('refunded a payment: $5.00')
  expect(text('payment.capture', { amountCents: 500, currency: 'usd', orderRef: 'order-1' })).toBe(
    'captured a payment: $5.00, order-1',
  )
  expect(text('payment.cancel', { currency: 'usd', orderRef: 'order-1' })).toBe('canceled a payment: order-1')
  expect(text('payment.refund', { currency: 'usd' })).toBe('refunded a payment')
  expect(text('callback.set', { url: 'https://a.example/b?key=secret' })).toBe(
    'set a callback URL: https://a.example/b',
  )
  expect(text('callback.set', { url: null })).toBe('removed a callback URL')
  expect(text('operator.add', { name: 'Ana', role: 'support' })).toBe('added an operator: Ana')
  expect(text('console.sign_in', { linkId: 'sic_1', linkMadeBy: 'Ana' })).toBe(
    'signed in with a link from Ana',
  )
  expect(text('console.sign_in', {})).toBe('signed in')
  expect(text('delivery.redeliver-all', { count: 7 })).toBe('redelivered 7 callbacks')
  expect(text('delivery.redeliver-all', { count: 1 })).toBe('redelivered 1 callback')
})

it('lists the period first, from its start to its end', () => {
  const { rest } = changesOf({ to: 'b', fix: false, from: 'a' })
  expect(rest.map(({ name }) => name)).toEqual(['from', 'to', 'fix'])
})
