import { expect, it } from 'vitest'
import { withoutSecret } from '../src/components/secrets.ts'

const id = '01jd3k5v8xemw9g6t2q4r7y0zb'
const secret = '9f2c'.repeat(12)

it.each([
  [`svc_live_${id}_${secret}`, `key_${id}`],
  [`  X-Api-Key: svc_live_${id}_${secret}`, `key_${id}`],
  [`SVC_API_KEY="svc_live_${id}_${secret}"`, `key_${id}`],
  // Typed by hand, or incomplete.
  [`svc_live_${id}_9f`, `key_${id}`],
  [`key_${id}_`, `key_${id}`],
  [`key_${id}9f`, `key_${id}`],
  ['svc_live_01jd3k', 'key_01jd3k'],
  [`Bearer svc_op_${id}_${secret}`, `opr_${id}`],
  // These have no public part.
  [`whsec_${secret}`, 'whsec_'],
  [`sk_live_${secret}`, 'sk_live_'],
  [`rk_test_${secret}`, 'rk_test_'],
])('%s is searched for as %s', (text, searched) => {
  expect(withoutSecret(text)).toBe(searched)
})

it.each(['order-1271', `svcpay_${id}`, `key_${id}`, 'svc_live', 'key_holder-12', 'Corner Bakery ', ''])(
  '%s is not changed',
  text => {
    expect(withoutSecret(text)).toBe(text)
  },
)
