import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actionText } from '../src/pages/activity/action-text.ts'

const source = new URL('../../service/src/', import.meta.url)
const written = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .flatMap(name => [...readFileSync(new URL(name, source), 'utf8').matchAll(/\baction: '(\w+\.[\w.-]+)'/g)])
  .map(([, action = '']) => action)

it('has words for every action that the service writes to its log', () => {
  expect(written.length).toBeGreaterThan(15)
  expect(written.filter(action => actionText(action).startsWith('did '))).toEqual([])
})

it('says of a refused action that it was not done', () => {
  expect(actionText('payment.refund')).toBe('refunded a payment')
  expect(actionText('payment.refund', { outcome: 'invalid_state' })).toBe('could not refund a payment')
})

it('tells a move from one that waits or was taken back', () => {
  const text = (detail: Record<string, string>) => actionText('merchant.move', { detail })
  expect(text({ from: 'one', to: 'two', when: 'now' })).toBe('moved a merchant to another processor')
  expect(text({ from: 'one', to: 'two', when: 'enabled' })).toBe(
    'planned a merchant’s move to another processor',
  )
  expect(text({ from: 'one', to: 'one', when: 'now' })).toBe('kept a merchant at its processor')
})
