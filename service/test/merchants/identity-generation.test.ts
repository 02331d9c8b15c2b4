import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { asDb } from '../../src/db/db.ts'
import type { MerchantId } from '../../src/ids.ts'
import { recordAccount } from '../../src/merchants/accounts.sql.ts'
import { createAuthenticator } from '../../src/merchants/authenticate.ts'
import { useService } from '../support/service.ts'

const service = useService()

async function addMerchant() {
  const { merchantId, apiKey } = await service.createMerchant()
  const account = {
    accountId: `acct_${merchantId}`,
    chargesEnabled: true,
    payoutsEnabled: true,
    detailsSubmitted: true,
    disabledReason: null,
    pastDue: false,
    currentlyDue: [],
  }
  await recordAccount(service.db, merchantId as MerchantId, 'stripe', account, new Date())
  return { merchantId, apiKey }
}

/** Another instance that has proven a merchant's key, and no longer looks it up. */
async function instanceThatKnows(apiKey: string) {
  let lookUps = 0
  const count = (_connection: number, query: string) => {
    if (query.includes('join api_keys')) lookUps++
  }
  const { databaseUrl } = service.config
  const db = asDb(postgres(databaseUrl, { max: 2, transform: postgres.camel, debug: count }))
  db.engine.isOne = true
  onTestFinished(() => db.end())
  const { authenticate } = createAuthenticator({
    db,
    clock: systemClock,
    defaultFees: { bps: 0, fixedCents: 0 },
    processors: new Map([['stripe', null]]),
    defaultProcessor: 'stripe',
  })
  const lookUpsOfCall = async () => {
    const before = lookUps
    await authenticate(apiKey)
    return lookUps - before
  }
  // the interval is longer than a proof is valid without a generation
  const untilKnown = () => expect.poll(lookUpsOfCall, { interval: 600 }).toBe(0)
  await untilKnown()
  return { identity: () => authenticate(apiKey), untilKnown }
}

const changes: [
  what: string,
  change: (sql: postgres.Sql, merchantId: string) => PromiseLike<unknown>,
  seen: object | null,
][] = [
  ['a revocation', (sql, id) => sql`update api_keys set revoked_at = now() where merchant_id = ${id}`, null],
  [
    'the end of a key',
    (sql, id) => sql`update api_keys set expires_at = now() where merchant_id = ${id}`,
    null,
  ],
  ['a deletion', (sql, id) => sql`delete from api_keys where merchant_id = ${id}`, null],
  [
    'a suspension',
    (sql, id) => sql`update merchants set suspended_at = now() where merchant_id = ${id}`,
    { suspended: true },
  ],
  [
    'a fee',
    (sql, id) => sql`update merchants set fee_bps = 123 where merchant_id = ${id}`,
    { fees: { bps: 123 } },
  ],
  [
    'a disabled account',
    (sql, id) => sql`update processor_accounts set disabled_at = now() where merchant_id = ${id}`,
    { account: { disabled: true } },
  ],
  [
    'a removed account',
    (sql, id) => sql`delete from processor_accounts where merchant_id = ${id}`,
    { account: null },
  ],
]

it.each(changes)(
  '%s by anyone is noticed by an instance that no longer looks the key up',
  async (_, change, seen) => {
    const { merchantId, apiKey } = await addMerchant()
    const { identity } = await instanceThatKnows(apiKey)
    await change(service.db, merchantId)
    if (seen === null) await expect.poll(identity).toBeNull()
    else await expect.poll(identity).toMatchObject(seen)
  },
)

it('a revocation counts from its commit, even if later changes were committed before it', async () => {
  const { merchantId, apiKey } = await addMerchant()
  const other = await addMerchant()
  const { identity, untilKnown } = await instanceThatKnows(apiKey)
  await service.db.begin(async tx => {
    await tx`update api_keys set revoked_at = now() where merchant_id = ${merchantId}`
    await service.db`update merchants set fee_bps = 7 where merchant_id = ${other.merchantId}`
    await untilKnown()
    expect(await identity()).not.toBeNull()
  })
  await expect.poll(identity).toBeNull()
})

it('the use of a key is no change', async () => {
  const changesNoted = async () => {
    const [row] = await service.db`select count(*)::int as changes from identity_changes`
    return row?.changes
  }
  const { merchantId } = await addMerchant()
  const before = await changesNoted()
  await service.db`update api_keys set last_used_at = now() where merchant_id = ${merchantId}`
  await service.db`update processor_accounts set charges_enabled = true where merchant_id = ${merchantId}`
  expect(await changesNoted()).toBe(before)
})
