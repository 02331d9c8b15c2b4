import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { resealBatch } from '../../../src/cli/operator/reseal.sql.ts'
import { seal, sealHeader } from '../../../src/crypto.ts'
import { sealedColumns } from '../../../src/db/encryption-keys.sql.ts'
import { expectRefusal } from '../../support/cli.ts'
import { newKey, usePaying } from '../../support/paying.ts'
import { startReceiver } from '../../support/receiver.ts'
import { encryptionKey } from '../../support/secrets.ts'
import { run } from '../in-process.ts'

const paying = usePaying({ webhooks: true })
const newer = randomBytes(32)
const ring = () => ({
  DATABASE_URL: paying.databaseUrl,
  SVC_ENCRYPTION_KEY: encryptionKey,
  SVC_ENCRYPTION_KEYS: `2031:${newer.toString('base64')}`,
})

const oldSeals = async (id: string) => {
  const header = sealHeader(id)
  const counts = await Promise.all(
    sealedColumns.map(async ({ table, column }) => {
      const { db } = paying.service
      const [row] = await db<{ count: number }[]>`
        select count(*)::int as count from ${db(table)}
        where substring(${db(column)} from 1 for ${header.length}) <> ${header}`
      return row?.count ?? 0
    }),
  )
  return counts
}

it('the table of sealed columns has every column of bytes that is not a digest, a salt or a receiver’s answer', async () => {
  const rows = await paying.service.db<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' order by 1`
  const others = rows.map(({ name }) => name).filter(name => !/\.(salt|\w*digest)$/.test(name))
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(others.filter(name => !sealed.includes(name))).toEqual([
    'delivery_attempts.answer',
    // each key has its own
    'encryption_key_checks.sealed',
  ])
  expect(others).toEqual(expect.arrayContaining(sealed))
})

it('everything moves to the newest key, in batches, and works with that key alone', async () => {
  const receiver = await startReceiver()
  const { merchantId } = paying.merchant
  await paying.service.admin('PUT', `/merchants/${merchantId}/callback`, { url: receiver.url })
  const keys = Array.from({ length: 5 }, newKey)
  const answers = await Promise.all(keys.map(key => paying.create({}, key)))
  // one event for each payment's creation; one of them was stored before sealing existed
  const untilHeard = () => paying.service.db`select 1 from events where type = 'payment_intent.created'`
  await expect.poll(untilHeard).toHaveLength(keys.length)
  await paying.service.db`
    update events set sealed_body = '{}' where event_id = (select min(event_id) from events)`
  const before = await oldSeals('2031')
  expect(Math.min(...before)).toBeGreaterThan(0)

  // half of them, as if the first run had been stopped; the next run seals the rest
  const { db } = paying.service
  const keyRing = [
    { id: '2031', key: newer },
    { id: 'default', key: Buffer.from(encryptionKey, 'base64') },
  ]
  const [, operations] = sealedColumns
  if (!operations) throw new Error('no column')
  const first = await resealBatch(db, keyRing, operations, null, 2)
  expect(first).toMatchObject({ resealed: 2, failed: 0 })
  const second = await resealBatch(db, keyRing, operations, first.next, 2)
  expect(second.resealed).toBe(2)

  const { code, stdout } = await run(['reseal', '--json'], ring())
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject([
    { table: 'callback_secrets', column: 'sealed', resealed: before[0], failed: 0 },
    { table: 'operations', column: 'response', resealed: (before[1] ?? 0) - 4, failed: 0 },
    { table: 'events', column: 'sealed_body', resealed: before[2], failed: 0 },
  ])
  expect(await oldSeals('2031')).toEqual([0, 0, 0])

  const env = { SVC_ENCRYPTION_KEYS: `2031:${newer.toString('base64')}`, SVC_ENCRYPTION_KEY: '' }
  const withNewKeyOnly = await paying.startAnother({ env })
  for (const [i, key] of keys.entries()) {
    const replayed = await withNewKeyOnly.call('POST', '/v1/payments/intents', {
      key: paying.merchant.apiKey,
      body: { amountCents: 5000 },
      headers: { 'idempotency-key': key },
    })
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    expect(replayed.text).toBe(answers[i]?.text)
  }
  const test = await withNewKeyOnly.admin('POST', `/merchants/${merchantId}/callback/test`)
  expect(test.body).toMatchObject({ delivered: true })

  const again = await run(['reseal'], ring())
  expect(again.stdout).toMatch(/operations\.response +0 +0/)
})

it('values that no key opens are counted, left unchanged, and make the command fail', async () => {
  const events = () => paying.service.db`select 1 from events`
  const { length } = await events()
  await paying.create()
  await expect.poll(events).toHaveLength(length + 1)
  const stranger = {
    DATABASE_URL: paying.databaseUrl,
    SVC_ENCRYPTION_KEYS: `x:${randomBytes(32).toString('base64')}`,
  }
  const before = await oldSeals('x')
  const all = before.reduce((sum, count) => sum + count)
  expectRefusal(
    await run(['reseal'], stranger),
    new RegExp(`${all} values cannot be decrypted: their key is missing`),
  )
  expect(await oldSeals('x')).toEqual(before)
})

it('counts values that another key with the same id has encrypted', async () => {
  const strange = seal([{ id: '2031', key: randomBytes(32) }], 'op', 'answer')
  const { db } = paying.service
  const [found] = await db<{ operationId: string; response: Buffer }[]>`
    select operation_id, response from operations where response is not null limit 1`
  const write = (response: Buffer) =>
    db`update operations set response = ${response} where operation_id = ${found?.operationId ?? ''}`
  await write(strange)
  const outcome = await run(['reseal'], ring())
  await write(found?.response ?? strange)
  expectRefusal(outcome, /^svcpay: 1 value cannot be decrypted/)
  expect(outcome.stdout).toMatch(/operations\.response +\d+ +1/)
})

it('needs keys', async () => {
  expectRefusal(await run(['reseal'], { DATABASE_URL: paying.databaseUrl }), /SVC_ENCRYPTION_KEY is not set/)
})
