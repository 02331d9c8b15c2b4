import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { seal } from '../../src/crypto.ts'
import { openEventBody } from '../../src/deliveries/event-body.ts'

const keys = [{ id: 'default', key: randomBytes(32) }]
const body = Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', note: 'ä'.repeat(500) }))

it.each([
  ['as it arrived', body],
  ['sealed', seal(keys, 'evt_1', body)],
  ['deflated and sealed, as by the next release', seal(keys, 'evt_1', deflateSync(body))],
])('the body of an event is opened if it is stored %s', (_, stored) => {
  expect(openEventBody(keys, 'evt_1', stored)).toEqual(body)
})
