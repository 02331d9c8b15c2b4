import { describe, expect, it } from 'vitest'
import { sourcesIn } from '../../service/test/support/modules.ts'
import { describeShape } from '../../service/test/support/shape.ts'

const floors = [
  ['main.ts', 'index.ts'],
  ['start-sandbox.ts'],
  ['routes.ts', 'control', 'pages'],
  // Resources: their actions, and the API's routes.
  ['checkout', 'terminal'],
  ['payment-intents'],
  ['customers', 'refunds', 'setup-intents'],
  ['application-fees', 'charges', 'connect', 'disputes', 'payment-methods', 'webhooks'],
  ['balance'],
  ['events', 'jobs'],
  // The API's own grammar: routes, parameters, lists, expansion, idempotency.
  ['api'],
  // State: the stored records, and their shapes at Stripe.
  ['store', 'shapes'],
  ['records'],
  // Transport and the ground.
  ['http', 'time', 'simulated'],
  ['money.ts'],
  ['constants.ts', 'countries.ts', 'currencies.ts', 'log-failure.ts', 'overlay.ts', 'rule-list.ts'],
]

describeShape('sandbox/src', floors)

describe('the source of the sandbox', () => {
  const files = sourcesIn('sandbox/src')

  it('reads the environment in one place and ends the process in one place', () => {
    const using = (needle: RegExp) => files.filter(({ text }) => needle.test(text)).map(({ path }) => path)
    expect(using(/process\.env\b|\.env\(/)).toEqual(['sandbox/src/main.ts'])
    expect(using(/process\.exit\(/)).toEqual(['sandbox/src/main.ts'])
  })

  it('has no file that looks like a test', () => {
    expect(files.map(({ path }) => path).filter(path => /\btests?\b/.test(path))).toEqual([])
  })
})
