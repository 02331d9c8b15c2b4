import { spawn, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { needs } from '../../vitest.needs.ts'
import { signatureHeader } from '../src/webhooks/signature.ts'
import { harness } from './support/harness.ts'

/** The Python in the path may lack the package that the distribution installs for the system's. */
const python = ['python3', '/usr/bin/python3'].find(command => {
  return spawnSync(command, ['-c', 'import stripe']).status === 0
})

/** Prints one line per step, so that a failure shows how far it came. */
const program = `
import sys, stripe
stripe.api_base, stripe.api_key, body, signature = sys.argv[1:]
# Releases before 6 leave the version to the account, and those before 8 have a separate module for errors.
old = (stripe.api_version or '2026-09-30') < '2026-09-30'
errors = stripe if hasattr(stripe, 'CardError') else stripe.error
card = {'amount': 1000, 'currency': 'usd', 'confirm': True, 'payment_method': 'pm_card_visa',
        'payment_method_types' if old else 'allowed_payment_method_types': ['card']}
paid = stripe.PaymentIntent.create(**card)
print('pay', paid.status, paid.payment_method_types)
held = stripe.PaymentIntent.create(**{**card, 'capture_method': 'manual'})
print('capture', stripe.PaymentIntent.capture(held.id, amount_to_capture=400).amount_received)
print('refund', stripe.Refund.create(payment_intent=paid.id, amount=300).status)
try:
    stripe.PaymentIntent.create(**{**card, 'payment_method': 'pm_card_chargeDeclined'})
except errors.CardError as error:
    print('decline', error.code)
print('page', len(list(stripe.PaymentIntent.list(limit=1).auto_paging_iter())))
print('verify', stripe.Webhook.construct_event(body, signature, 'whsec_test').id)
try:
    stripe.Webhook.construct_event(body + ' ', signature, 'whsec_test')
except errors.SignatureVerificationError:
    print('forged', 'refused')
`

/** Not with spawnSync: the sandbox runs in this process and has to answer. */
async function run(command: string, ...args: string[]): Promise<string> {
  const child = spawn(command, ['-c', program, ...args])
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += String(chunk)))
  await new Promise(resolve => child.on('close', resolve))
  return text
}

test("Python's stripe pays, captures, refunds, is declined, pages and verifies", async context => {
  needs(context, 'stripe for Python', python !== undefined)
  const { sandbox } = await harness()
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.created',
    data: { object: {} },
  })
  const signature = signatureHeader(body, 'whsec_test', Date.now())
  expect(
    (await run(python ?? '', sandbox.url, sandbox.secretKey, body, signature)).trim().split('\n'),
  ).toEqual([
    "pay succeeded ['card']",
    'capture 400',
    'refund succeeded',
    'decline card_declined',
    'page 3',
    'verify evt_1',
    'forged refused',
  ])
})
