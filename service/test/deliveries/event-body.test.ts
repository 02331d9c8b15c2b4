import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { seal } from '../../src/crypto.ts'
import { openEventBody, sealEventBody } from '../../src/deliveries/event-body.ts'

const keys = [{ id: 'default', key: randomBytes(32) }]
const object = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 5000,
  currency: 'usd',
  description: 'Größe 12',
}
const event = { id: 'evt_1', object: 'event', api_version: '2026-10-28.endive', data: { object } }
const body = Buffer.from(JSON.stringify(event))

it.each([
  ['as it arrived', body],
  ['sealed', sealEventBody(keys, 'evt_1', body, false)],
  ['deflated and sealed', sealEventBody(keys, 'evt_1', body, true)],
])('the body of an event is opened if it is stored %s', (_, stored) => {
  expect(openEventBody(keys, 'evt_1', stored)).toEqual(body)
})

it.each([
  ['of any bytes', randomBytes(5000)],
  ['of many equal bytes', Buffer.alloc(1_000_000, '{')],
  ['of one byte', Buffer.from('0')],
])('a body %s comes back as it was', (_, any) => {
  expect(openEventBody(keys, 'evt_1', sealEventBody(keys, 'evt_1', any, true)).equals(any)).toBe(true)
})

it.each([
  ['on one line', JSON.stringify(event)],
  ['indented', JSON.stringify(event, null, 2)],
])('an event %s is stored in half of its bytes, or less', (_, text) => {
  const stored = sealEventBody(keys, 'evt_1', Buffer.from(text), true)
  expect(stored.length).toBeLessThan(text.length / 2 + 29)
})

it('a body that was stored when deflating began still opens: the dictionary has not changed', () => {
  const stored = seal(
    keys,
    'evt_1',
    Buffer.from('eH0VAUh7I7hAguBqCNxL9lBWXGAu2UNZCIExFY/SuFZyLzq87fD8VAVDI6Xa2loAQAA7Pg==', 'base64'),
  )
  expect(openEventBody(keys, 'evt_1', stored)).toEqual(body)
})
