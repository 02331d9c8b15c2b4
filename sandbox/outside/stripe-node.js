import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import Stripe from 'stripe'
import { renewCards } from './client.js'
import { createSeeds } from './seeds.js'

const file = 'test/resources/generated_examples_test.spec.js'

/**
 * stripe/stripe-node: the generated examples, written for a server without state. Their ids, such as
 * `pi_xxxxxxxxxxxxx`, become those of objects in the state that the example needs.
 */
export async function stripeNode({ sandbox, path, report }) {
  const { host, port, secretKey } = sandbox
  const stripe = new Stripe(secretKey, {
    host,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
  for (const [name, example] of examplesOf(renewCards(readFileSync(join(path, file), 'utf8')))) {
    await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
    try {
      await example(withRealIds(stripe, createSeeds(stripe, sandbox)))
      report.passed(name)
    } catch (error) {
      if (error instanceof NotOurs) report.outOfScope(name, error.message)
      else report.failed(name, error.message)
    }
  }
}

/** A call that needs an object of a kind that the sandbox does not have. */
class NotOurs extends Error {}

function notOurs() {
  throw new NotOurs('it defines its own answers')
}

/** Runs the file with a test framework that only records the tests. */
function examplesOf(source) {
  const examples = []
  let current
  const client = new Proxy({}, { get: (_, key) => current[key] })
  const expect = () => ({ not: { to: { be: { null: true } } } })
  const modules = {
    '../testUtils.js': { getStripeMockClient: () => client, createMockClient: notOurs },
    '../../src/stripe.cjs.node.js': () => client,
    '../../src/shared.js': { Decimal: { from: String } },
    nock: notOurs,
    chai: { expect },
  }
  runInNewContext(source, {
    require: name => modules[name] ?? notOurs(),
    describe: (_, body) => body(),
    it: (name, body) => {
      const run = async stripe => {
        current = stripe
        await body()
      }
      examples.push([name, run])
    },
    expect,
    Buffer,
  })
  return examples
}

/** A client whose calls replace made-up ids. `names` is the path to a method, such as `paymentIntents.capture`. */
function withRealIds(target, seeds, names = []) {
  return new Proxy(() => {}, {
    get: (_, key) => withRealIds(target, seeds, [...names, String(key)]),
    apply: async (_target, _self, args) => {
      const resource = names.slice(0, -1).reduce((node, key) => node?.[key], target)
      const method = names.at(-1)
      if (typeof resource?.[method] !== 'function') throw new NotOurs(`the SDK has no ${names.join('.')}`)
      const real = await replaceIds(args, names.join('.'), seeds)
      return resource[method](...real)
    },
  })
}

async function replaceIds(value, operation, seeds) {
  if (value === 'tok_xxxx_debit') return 'tok_visa_debit'
  if (typeof value === 'string' && /^[a-z]+(_test)?_(x{4,}|123|1234|xyz)$/.test(value)) {
    const id = await seeds(value.split('_')[0], operation)
    if (id === undefined) throw new NotOurs(`it needs a ${value}`)
    return id
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = []
  for (const [key, item] of Object.entries(value))
    entries.push([key, await replaceIds(item, operation, seeds)])
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}
