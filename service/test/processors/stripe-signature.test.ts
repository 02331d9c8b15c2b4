import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { webhookFault } from '../../src/processors/stripe/signature.ts'

const stripe = new Stripe('sk_test_x')
const secrets = ['whsec_platform', 'whsec_connect', 'whsec_rotated']
const now = new Date('2030-01-01T00:00:00.000Z')
const seconds = now.getTime() / 1000

const made = (payload: string, { secret = 'whsec_connect', timestamp = seconds } = {}) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
const signed = (body: Buffer | string, header: string) =>
  webhookFault(secrets, Buffer.from(body), { 'stripe-signature': header }, now) === null
const sign = (body: Buffer, time: string | number = seconds) =>
  createHmac('sha256', 'whsec_connect').update(`${time}.`).update(body).digest('hex')

describe('Stripe’s signature', () => {
  it('is accepted from every header that the SDK makes with one of the secrets', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(...secrets),
        fc.integer({ min: -300, max: 300 }),
        (payload, secret, skew) => {
          expect(signed(payload, made(payload, { secret, timestamp: seconds + skew }))).toBe(true)
        },
      ),
    )
  })

  it('is refused with any other secret, time or body', () => {
    expect(signed('{}', made('{}', { secret: 'whsec_other' }))).toBe(false)
    expect(signed('{} ', made('{}'))).toBe(false)
    for (const skew of [-86_400, -301, 301, 86_400]) {
      expect(signed('{}', made('{}', { timestamp: seconds + skew })), `${skew} s`).toBe(false)
    }
  })

  it('covers the bytes: invalid UTF-8 is not verified as its replacement character', () => {
    const replaced = Buffer.from('{"id":"\ufffd"}')
    const invalid = Buffer.from([...Buffer.from('{"id":"'), 0xff, ...Buffer.from('"}')])
    expect(invalid.toString('utf8')).toBe(replaced.toString('utf8'))
    const header = `t=${seconds},v1=${sign(replaced)}`
    expect(signed(replaced, header)).toBe(true)
    expect(signed(invalid, header)).toBe(false)
    expect(signed(invalid, `t=${seconds},v1=${sign(invalid)}`)).toBe(true)
  })

  it('keeps a byte order mark', () => {
    const bare = Buffer.from('{}')
    const marked = Buffer.from('\ufeff{}')
    expect(signed(marked, `t=${seconds},v1=${sign(marked)}`)).toBe(true)
    expect(signed(bare, `t=${seconds},v1=${sign(marked)}`)).toBe(false)
    expect(signed(marked, `t=${seconds},v1=${sign(bare)}`)).toBe(false)
  })

  it.each([
    ['two times', (v1: string) => `t=${seconds},t=${seconds},v1=${v1}`],
    ['a time of another one', (v1: string) => `t=${seconds},v1=${v1},t=${seconds - 1}`],
    ['a time with a space before it', (v1: string) => `t=${seconds}, t=${seconds - 1},v1=${v1}`],
    ['an empty second time', (v1: string) => `t=${seconds},v1=${v1},t=`],
    ['a second time without a value', (v1: string) => `t=${seconds},v1=${v1},t`],
    ['no time', (v1: string) => `v1=${v1}`],
    ['a fractional time', (v1: string) => `t=${seconds}.0,v1=${v1}`],
    ['a time in another notation', (v1: string) => `t=0x${seconds.toString(16)},v1=${v1}`],
    ['only an old scheme', (v1: string) => `t=${seconds},v0=${v1}`],
    ['half a signature', (v1: string) => `t=${seconds},v1=${v1.slice(0, 32)}`],
    ['a longer signature', (v1: string) => `t=${seconds},v1=${v1}00`],
    ['no signature', () => `t=${seconds},v1=`],
    ['something else', () => 'nonsense'],
    ['nothing', () => ''],
  ])('is refused with %s', (_what, header) => {
    expect(signed('{}', header(sign(Buffer.from('{}'))))).toBe(false)
  })

  it('may be the second of several', () => {
    const v1 = sign(Buffer.from('{}'))
    expect(signed('{}', `t=${seconds},v0=${v1},v1=${'0'.repeat(64)},v1=${v1}`)).toBe(true)
  })
})
