import { expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { type Db, openDb } from '../../src/db/db.ts'
import {
  claimIncomplete,
  markComplete,
  noteSeen,
  readIdentity,
  storeIdentity,
} from '../../src/history/history.sql.ts'
import { copyDatabase } from '../support/database.ts'
import { usePaying } from '../support/paying.ts'
import { passForOriginal } from '../support/restore.ts'

const paying = usePaying()

/** A copy of the database, as a backup of some hours ago would be. */
async function restored() {
  await paying.create()
  const { url, drop } = await copyDatabase(paying.databaseUrl)
  const db = openDb(url, { maxConnections: 1 })
  onTestFinished(async () => {
    await db.end()
    await drop()
  })
  await db`update payments set created_at = created_at - interval '5 hours'`
  await db`update merchants set created_at = created_at - interval '1 year'`
  await db`update database_identity set seen_at = now() - interval '5 hours'`
  const sinceHours = async () => {
    const rows = await db<{ hours: number }[]>`
      select extract(epoch from now() - since)::float8 / 3600 as hours from incomplete_histories`
    return rows.map(({ hours }) => hours)
  }
  const start = async () => {
    const service = await paying.startAnother({ env: { DATABASE_URL: url } })
    onTestFinished(service.stop)
    return service
  }
  /** Writes a row before the restore is noticed. */
  const write = () => db`update payments set created_at = now()`
  const passForKnown = () => passForOriginal(url)
  return { db, sinceHours, start, write, passForKnown }
}

const hoursAgo = [expect.closeTo(5.2, 0), expect.closeTo(5.2, 0)]

it('rows written before the restore was noticed do not shorten the incomplete period', async () => {
  const { sinceHours, start, write } = await restored()
  await write()
  await start()
  expect(await sinceHours()).toEqual(hoursAgo)
})

it('an instance notices that the files of its database were put back while it runs', async () => {
  const { db, sinceHours, start, passForKnown } = await restored()
  await passForKnown()
  await start()
  await waitFor(async () =>
    expect(await db`select 1 from database_identity where seen_at > now() - interval '1 hour'`).toHaveLength(
      1,
    ),
  )
  expect(await sinceHours()).toEqual([])
  await db`update database_identity set seen_at = now() - interval '2 hours'`
  await waitFor(async () => expect(await sinceHours()).toEqual(hoursAgo))
})

it('instances that note the time of use at the same time do not take the database for an old copy', async () => {
  const { databaseUrl } = paying
  const [one, other] = [1, 2].map(() => openDb(databaseUrl, { maxConnections: 1 })) as [Db, Db]
  onTestFinished(async () => void (await Promise.all([one.end(), other.end()])))
  const seenAt = await one.begin(async slow => {
    await slow`select now()`
    const noted = await noteSeen(other)
    await noteSeen(slow)
    return noted
  })
  expect(await readIdentity(one, seenAt)).toMatchObject({ isOutdated: false })
})

it('an instance that dies before the healing ends leaves it to the next one', async () => {
  const { db, sinceHours, start, write } = await restored()
  await (await start()).stop()
  await write()
  await (await start()).stop()
  expect(await sinceHours()).toEqual(hoursAgo)
  const generations = () => db`select merchant_id, generation from incomplete_histories order by merchant_id`
  const before = await generations()
  // another failover, long after the first
  await db`update database_identity set identity = 'of another server'`
  await start()
  expect(await sinceHours()).toEqual(hoursAgo)
  expect(await generations()).toEqual(before.map(row => ({ ...row, generation: row.generation + 1 })))
})

it('a connection to a restored database does not count as contact with the known one', async () => {
  const { db, sinceHours, start, write } = await restored()
  await write()
  await noteSeen(db)
  await start()
  expect(await sinceHours()).toEqual(hoursAgo)
})

it('a healing from before another failover does not count', async () => {
  const { db, start } = await restored()
  await start()
  const healed: NonNullable<Awaited<ReturnType<typeof claimIncomplete>>>[] = []
  for (let claimed = await claimIncomplete(db); claimed; claimed = await claimIncomplete(db)) {
    healed.push(claimed)
    if (claimed.merchantId !== paying.merchant.merchantId) await markComplete(db, claimed)
  }
  await storeIdentity(db, { ...(await readIdentity(db, null)), current: 'of another server' })
  for (const one of healed) await markComplete(db, one)
  expect(await db`select 1 from incomplete_histories`).toHaveLength(2)
})
