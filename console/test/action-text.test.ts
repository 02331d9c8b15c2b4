import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actionText, fieldText, valueText } from '../src/pages/activity/action-text.ts'

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
  expect(text({ from: 'one', to: 'one', when: 'now' })).toBe('kept a merchant at its processor')
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
    ['Fee in percent', '2.5%'],
    ['Fixed fee', 'the default'],
    ['Old one stops', 'after 1 hour'],
    ['New key', 'key_1'],
    ['Amount', '$49.99'],
    ['Reason', 'Requested by customer'],
    ['Ledger updated to match', 'no'],
    ['Callback URL', 'not set'],
  ])
  expect(fieldText('from', 'delivery.redeliver-all')).toBe('Queued from')
  expect(fieldText('from', 'merchant.move')).toBe('From')
  expect(valueText('graceSeconds', 0)).toBe('at once')
})
