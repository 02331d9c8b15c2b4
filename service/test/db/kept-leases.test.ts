import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { type Db, openDb } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'
import { newMerchantId, paymentIdOf } from '../../src/ids.ts'
import { claimOperations } from '../../src/operations/claim.sql.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import {
  digestOf,
  type LeasedOperation,
  type NewOperation,
  type OperationArguments,
} from '../../src/operations/operation.ts'
import { releaseLease, renewLeases } from '../../src/operations/operations.sql.ts'
import { underLease } from '../../src/operations/reply.ts'
import { breakShard } from '../support/bad-shard.ts'
import { databaseForThisTest } from '../support/database.ts'
import { holdOperation } from '../support/held-row.ts'
import { encryptionKeys } from '../support/secrets.ts'

async function openForThisTest() {
  const url = await databaseForThisTest()
  const db = openDb(url)
  onTestFinished(() => db.end())
  return { url, db }
}

async function leased(db: Db): Promise<LeasedOperation<'create'>> {
  const merchantId = newMerchantId()
  await db`insert into merchants (merchant_id, name, created_at) values (${merchantId}, 'A', now())`
  const wanted: NewOperation<'create'> = {
    merchantId,
    kind: 'create',
    idempotencyKey: 'key',
    digest: digestOf({}),
    answerOwed: false,
    callKey: null,
    traceId: null,
    paymentId: paymentIdOf(randomUUID()),
    arguments: {} as OperationArguments['create'],
    at: new Date(),
  }
  const [operation] = await claimOperations(db, [wanted])
  if (!operation) throw new Error('no operation')
  await lengthen(db, operation)
  return operation
}

/** Lengthens a lease so that it does not run out before a busy machine renews it. */
async function lengthen(db: Db, { operationId }: LeasedOperation): Promise<void> {
  await db`
    update open_operations set lease_until = now() + interval '1 hour' where operation_id = ${operationId}`
}

/** A renewal shortens a lease this long to three seconds. */
async function isRenewed(db: Db, operation: LeasedOperation): Promise<void> {
  const isShort = () => db`
    select lease_until < now() + interval '1 minute' as is_short from open_operations
    where operation_id = ${operation.operationId}`
  await expect.poll(isShort).toEqual([{ isShort: true }])
  await lengthen(db, operation)
}

/** Waits for several renewals: the first one could precede the hang. */
async function isKept(db: Db, operation: LeasedOperation): Promise<void> {
  for (let i = 0; i < 3; i++) await isRenewed(db, operation)
}

/** Holds leases until the test ends. */
function hold(db: Db, operations: LeasedOperation[]): void {
  const leases = keepLeases(db)
  let end = () => {}
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  const held = operations.map(operation => leases.hold(operation, () => ended))
  onTestFinished(async () => {
    end()
    await Promise.all(held)
  })
}

it('a lease is kept while another merchant’s renewal hangs', async () => {
  const { db } = await openForThisTest()
  const [bad, good] = [await leased(db), await leased(db)]
  await breakShard(db, 'open_operations', bad.merchantId, 'hangs')
  hold(db, [bad, good])
  await isKept(db, good)
})

it('a lease is kept while the row of another one is locked', async () => {
  const { url, db } = await openForThisTest()
  await learnPlacement(db)
  const [locked, good] = [await leased(db), await leased(db)]
  await holdOperation(url, locked.operationId)
  hold(db, [locked, good])
  await isKept(db, good)
})

it('a lease is kept until the operation is finished, not only until the processor has answered', async () => {
  const { db } = await openForThisTest()
  const operation = await leased(db)
  const deps = { db, clock: systemClock, encryptionKeys, leases: keepLeases(db) }
  await underLease(deps, operation, async () => {
    await isRenewed(db, operation)
    return { body: '{}', replayed: false }
  })
})

it.each(['alone', 'with others'])('a released lease is not taken again by a late renewal, %s', async how => {
  const { db } = await openForThisTest()
  if (how === 'with others') await learnPlacement(db)
  const operation = await leased(db)
  await releaseLease(db, operation)
  await renewLeases(db, [operation])
  expect(
    await db`select lease_until > now() as is_leased from open_operations where operation_id = ${operation.operationId}`,
  ).toEqual([{ isLeased: false }])
})
