import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { controls } from '../../service/src/console/sandbox/controls.ts'
import { actionText, withOutcomes } from '../src/pages/activity/action-text.ts'

const source = new URL('../../service/src/', import.meta.url)
const written = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .flatMap(name => [...readFileSync(new URL(name, source), 'utf8').matchAll(/\baction: '(\w+\.[\w.-]+)'/g)])
  .map(([, action = '']) => action)
const ofSandbox = controls
  .filter(({ method }) => method !== 'GET')
  .map(({ operationId }) => `sandbox.${operationId}`)

it('has words for every action that the service writes to its log', () => {
  expect(written.length).toBeGreaterThan(15)
  const actions = [...new Set([...written, ...ofSandbox])]
  expect(actions.filter(action => actionText(action).startsWith('did '))).toEqual([])
})

it('shows what was asked for and then refused as one action, with its outcome', () => {
  const of = (action: string, detail: Record<string, unknown>) => ({ action, detail })
  const refused = of('payment.refund.failed', { idempotencyKey: 'one', code: 'invalid_state' })
  const asked = of('payment.refund', { idempotencyKey: 'one', amountCents: 1000 })
  const done = of('payment.refund', { idempotencyKey: 'two', amountCents: 500 })
  expect(withOutcomes([refused, done, asked])).toEqual([
    of('payment.refund.failed', { idempotencyKey: 'one', amountCents: 1000, code: 'invalid_state' }),
    done,
  ])
})
