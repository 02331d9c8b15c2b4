import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { asDb, type Db } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'
import { receiveEvent } from '../../src/inbox/receive-event.ts'
import { usePaying } from '../support/paying.ts'
import { encryptionKeys } from '../support/secrets.ts'
import { storiesOf } from './stories.ts'
import { eventOf, pushedEvents } from './webhooks.ts'

const paying = usePaying()
const statements: string[] = []
let db: Db

beforeAll(async () => {
  const sql = postgres(paying.databaseUrl, {
    max: 1,
    transform: { column: { from: postgres.toCamel } },
    debug: (_connection, query) => statements.push(query),
  })
  db = asDb(sql)
  await learnPlacement(db)
  // the driver asks for the database's types once
  await db`select array[1]`
})
afterAll(() => db.end())

async function statementsFor(body: Buffer): Promise<number> {
  const { processors } = paying.service
  const processor = processors.get('sandbox')
  if (!processor) throw new Error('no processor')
  statements.length = 0
  const deps = { db, clock: systemClock, encryptionKeys, processors, wakeCallbacks: () => {} }
  await receiveEvent(deps, processor, processor.readEvent(body), body)
  return statements.length
}

describe('the database is queried', () => {
  it('twice for an event of any kind, once for a duplicate', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const stories = storiesOf(paying, merchant)
    await Promise.all([stories.bankDebit(), stories.disputeWon(), stories.refundFailed(), stories.canceled()])
    await stories.declinedThenPaid()
    await stories.accountUpdated()
    const events = await pushedEvents(paying, merchant)
    for (const { type, body } of events) {
      expect([type, await statementsFor(body)]).toEqual([type, 2])
      expect([type, await statementsFor(body)]).toEqual([type, 1])
    }
    expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(12)
  })

  it('at most twice for an event of an unknown account', async () => {
    for (const account of [null, 'acct_unknown']) {
      const body = Buffer.from(JSON.stringify(eventOf('customer.created', {}, { account })))
      expect(await statementsFor(body)).toBeLessThanOrEqual(2)
    }
  })
})
