import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { type Db, openDb, type Queryable } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'
import { createNames, type Names } from '../../src/deliveries/sending/names.ts'
import { createSender } from '../../src/deliveries/sending/send.ts'
import type { AttemptDeps } from '../../src/deliveries/worker/attempt.ts'
import {
  defaultWorkerSettings,
  maxInFlight,
  type WorkerSettings,
} from '../../src/deliveries/worker/settings.ts'
import { type CallbackWorker, startCallbackWorker } from '../../src/deliveries/worker/worker.ts'
import type { TestService } from '../support/service.ts'

const day = 86_400_000

export interface Queued {
  /** The number of deliveries. */
  count?: number
  /** The next attempt. */
  attempt?: number
  dueAt?: Date
  queuedAt?: Date
}

/** Puts deliveries into the queue as the inbox would, but many at once. */
export async function enqueue(db: Queryable, merchantId: string, queued: Queued = {}): Promise<void> {
  const { count = 1, attempt = 1, dueAt = new Date(Date.now() - 1000), queuedAt = dueAt } = queued
  const batch = randomBytes(6).toString('hex')
  await db`
    with numbers as (
      select n, ${`evt_${batch}_`}::text || n as event_id,
        ${`dlv_${batch}`}::text || lpad(n::text, 14, '0') as delivery_id,
        ${dueAt}::timestamptz - (${count}::int - n) * interval '1 microsecond' as at
      from generate_series(1, ${count}::int) n
    ), recorded as (
      insert into events (merchant_id, processor, event_id, type, sealed_body, outcome, created_at, received_at)
      select ${merchantId}, 'sandbox', event_id, 'payment_intent.succeeded',
        convert_to(format('{"id":"%s"}', event_id), 'UTF8'), 'applied', at, at from numbers
    ), delivered as (
      insert into deliveries (merchant_id, delivery_id, processor, event_id, type, state, attempts, created_at,
        updated_at)
      select ${merchantId}, delivery_id, 'sandbox', event_id, 'payment_intent.succeeded', 'pending',
        ${attempt - 1}::int, ${dueAt}, ${dueAt} from numbers
    )
    insert into delivery_queue (merchant_id, delivery_id, due_at, attempt, queued_at)
    select ${merchantId}, delivery_id, at, ${attempt}::int, ${queuedAt} from numbers`
}

/** Makes the planner assume an almost empty queue, however long it gets. */
export async function analyzeNearlyEmpty(db: Db, merchantId: string): Promise<void> {
  await db`delete from delivery_queue`
  await enqueue(db, merchantId, { count: 4000 })
  await db`delete from delivery_queue where delivery_id < (select max(delivery_id) from delivery_queue)`
  await db`analyze delivery_queue`
}

export async function addEndpoint(service: TestService, callbackUrl: string): Promise<string> {
  return (await service.createMerchant({ callbackUrl })).merchantId
}

export interface TestWorker extends CallbackWorker {
  db: Db
}

/** How to use the database: one statement for many merchants or, as on a cluster, one for each. */
export const ways: Way[] = process.env.SVC_TEST_CLUSTER ? ['a cluster'] : ['one PostgreSQL', 'a cluster']
export type Way = 'one PostgreSQL' | 'a cluster'

/** A separate pool. Until it learns that it has a single PostgreSQL, it works as with a cluster. */
export function openDbOf(databaseUrl: string, way: Way): Db {
  const db = openDb(databaseUrl)
  db.engine.isOne = way === 'one PostgreSQL'
  return db
}

interface WorkerOptions extends Partial<AttemptDeps> {
  db?: Db
  settings?: Partial<WorkerSettings>
  names?: Names
  way?: Way
  databaseUrl?: string
}

/** A worker with its own pool, like another process; stopped at the end of the test. */
export function startWorker(
  service: TestService,
  { way, databaseUrl = service.config.databaseUrl, ...given }: WorkerOptions = {},
): TestWorker {
  const db = way ? openDbOf(databaseUrl, way) : openDb(databaseUrl)
  const leases = openDb(databaseUrl, { maxConnections: 1 })
  const settings = { ...defaultWorkerSettings, timeoutMs: 120_000, pollMs: 20, ...given.settings }
  const sender = createSender({
    timeoutMs: settings.timeoutMs,
    allowPrivate: true,
    deny: [],
    proxy: null,
    perEndpoint: maxInFlight(settings),
    names: given.names ?? createNames(),
  })
  const deps = {
    db,
    leases,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    sender,
    encryptionKeys: service.config.encryptionKeys,
    delaysMs: Array(8).fill(day),
    random: Math.random,
    ...given,
  }
  const ready = way ? Promise.resolve() : learnPlacement(db)
  const starting = ready.then(() => startCallbackWorker(deps, settings))
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= starting
      .then(worker => worker.stop())
      .then(() => sender.close())
      .then(() => Promise.all([db.end(), leases.end()]))
      .then(() => {})
    return stopped
  }
  onTestFinished(stop)
  const wake = (merchantId?: string) => void starting.then(worker => worker.wake(merchantId))
  return { wake, stop, db }
}

export const statesOf = (db: Db, merchantId: string) => db<{ state: string; attempts: number }[]>`
  select state, attempts from deliveries where merchant_id = ${merchantId} order by delivery_id`
