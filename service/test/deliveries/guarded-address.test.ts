import { isIPv4, isIPv6 } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isAllowedAddress, isPublicAddress, type TargetRules } from '../../src/addresses.ts'
import { guardedLookup } from '../../src/deliveries/sending/guarded-address.ts'
import { createNames } from '../../src/deliveries/sending/names.ts'
import { createSender } from '../../src/deliveries/sending/send.ts'
import { startNameServer } from '../support/name-server.ts'
import { startReceiver } from '../support/receiver.ts'

const forbidden = new Error('the callback address is not public, or is denied')

const rules = { allowPrivate: false, deny: [] }
const settings = { timeoutMs: 20_000, perEndpoint: 10, proxy: null, names: createNames() }
const guarded = createSender({ ...rules, ...settings })
const send = (url: string) => guarded.send({ url, headers: {}, body: Buffer.from('{}') })

/** The addresses to which a connection to shop.example is made if its name has these. */
async function lookUp(addresses: string[], given: TargetRules, all: boolean): Promise<unknown> {
  const a = addresses.filter(isIPv4)
  const aaaa = addresses.filter(isIPv6)
  const { address } = await startNameServer({ 'shop.example': { a, aaaa } })
  const lookup = guardedLookup(createNames({ servers: [address] }), 5000, given)
  return await new Promise(resolve =>
    lookup('shop.example', { all }, (error, found) => resolve(error ?? found)),
  )
}

describe('an address that is not public is refused when the call is made', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fd00::1]',
    '[fc00::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
    '[4000::1]',
  ])('as a literal: %s', async host => {
    const { status, error } = await send(`https://${host}:9/`)
    expect([status, error]).toEqual([null, expect.stringContaining('not public')])
  })

  it.each(['localhost', 'localhost.', 'app.localhost'])('as a name: %s', async host => {
    const receiver = await startReceiver()
    const port = new URL(receiver.url).port
    const { status, error } = await send(`https://${host}:${port}/`)
    expect(status).toBe(null)
    expect(error).toContain('not public')
    expect(receiver.received).toEqual([])
  })

  it.each([
    ['to a private one', ['10.0.0.7']],
    ['to a mapped private one', ['::ffff:127.0.0.1']],
    ['to a public and a private one', ['93.184.216.34', '127.0.0.1']],
    ['to a private and a public one', ['fd00::1', '2606:4700::1111']],
  ])('as a name that resolves %s', async (_what, addresses) => {
    for (const all of [true, false]) {
      expect(await lookUp(addresses, rules, all)).toEqual(forbidden)
    }
  })

  it('as one without TLS', async () => {
    const { status, error } = await send('http://name.invalid/')
    expect([status, error]).toEqual([null, expect.stringContaining('https')])
  })
})

describe('a port below 1024', () => {
  it.each([22, 25, 79, 81, 442, 444, 1023])('is refused when the call is made: %i', async port => {
    const { status, error } = await send(`https://8.8.8.8:${port}/`)
    expect([status, error]).toEqual([null, expect.stringContaining('port below 1024')])
  })
})

describe('a denied range', () => {
  const deny = ['8.8.8.0/24', '2606:4700::/32', '10.0.0.0/8']
  it.each(['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111'])('is refused although public: %s', address => {
    expect(isAllowedAddress(address, { allowPrivate: false, deny })).toBe(false)
    expect(isAllowedAddress(address, { allowPrivate: true, deny })).toBe(false)
  })

  it('does not affect other addresses', () => {
    expect(isAllowedAddress('8.8.9.8', { allowPrivate: false, deny })).toBe(true)
    expect(isAllowedAddress('127.0.0.1', { allowPrivate: true, deny })).toBe(true)
    expect(isAllowedAddress('127.0.0.1', { allowPrivate: false, deny })).toBe(false)
    expect(isAllowedAddress('nonsense', { allowPrivate: true, deny })).toBe(false)
  })

  it('is refused when a name resolves to it, and as a literal', async () => {
    const open = { allowPrivate: true, deny }
    expect(await lookUp(['10.1.2.3'], open, true)).toEqual(forbidden)
    const sender = createSender({ ...open, ...settings })
    const sent = await sender.send({ url: 'http://10.1.2.3:9/', headers: {}, body: Buffer.from('{}') })
    expect(sent.error).toContain('denied')
    await sender.close()
  })
})

describe('a public address', () => {
  it('may be the result of a look-up', async () => {
    expect(await lookUp(['93.184.216.34', '2606:4700::1111'], rules, true)).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
  })

  it.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'])('is %s', address => {
    expect(isPublicAddress(address)).toBe(true)
  })
})
