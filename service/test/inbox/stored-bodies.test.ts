import { expect, it, onTestFinished } from 'vitest'
import { unsealBytes } from '../../src/crypto.ts'
import { migrate } from '../../src/db/migrate.ts'
import { databaseForThisTest } from '../support/database.ts'
import { encryptionKeys } from '../support/secrets.ts'
import { startService } from '../support/service.ts'
import { storedEvents } from '../support/stored-events.ts'
import { eventOf, postWebhook } from './webhooks.ts'

/** The schema of 0.2.0, which cannot open deflated bodies. */
const schemaOf020 = 52

it.each([
  ['a database that this release has set up: deflated', null, true],
  ['a database that 0.2.0 has used: not deflated', schemaOf020, false],
])('bodies of events in %s', async (_, from, isDeflated) => {
  const url = await databaseForThisTest('empty')
  if (from !== null) await migrate(url, from)
  await migrate(url)
  const service = await startService(url)
  onTestFinished(service.stop)
  const body = Buffer.from(
    JSON.stringify(eventOf('customer.created', { name: 'Zoë' }, { account: 'acct_1' })),
  )
  expect((await postWebhook(service, body)).status).toBe(200)

  const [event] = await storedEvents(service.db)
  expect(event?.body).toEqual(body)
  const [stored] = await service.db<{ eventId: string; sealedBody: Buffer }[]>`
    select event_id, sealed_body from events`
  if (!stored) throw new Error('no event')
  const content = unsealBytes(encryptionKeys, stored.eventId, stored.sealedBody)
  expect(content.equals(body)).toBe(!isDeflated)
  if (isDeflated) expect(content.length).toBeLessThan(body.length)

  const [oldest] = await service.db<{ schema: number }[]>`select schema from oldest_release`
  expect((oldest?.schema ?? 0) <= schemaOf020, 'whether 0.2.0 may use it').toBe(!isDeflated)
})
