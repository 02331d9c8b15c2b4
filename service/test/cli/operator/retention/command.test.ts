import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { removeDetails } from '../../../../src/cli/operator/retention/retention.ts'
import { runCommand } from '../../../../src/cli/program.ts'
import { enqueue } from '../../../deliveries/queue.ts'
import { expectUsageFault, launchForThisTest } from '../../../support/cli.ts'
import { holdDelivery } from '../../../support/held-row.ts'
import { usePaying } from '../../../support/paying.ts'
import { operatorToken } from '../../../support/service.ts'
import { run } from '../../in-process.ts'

const paying = usePaying()
const env = () => ({ DATABASE_URL: paying.databaseUrl })
const command = (...args: string[]) => run(['retention', '--older-than', '400d', ...args], env())

/** Old deliveries, each with one attempt. */
async function oldDeliveries(count: number): Promise<string> {
  const { db } = paying.service
  const { merchantId } = await paying.addMerchant()
  await enqueue(db, merchantId, { count, dueAt: new Date(Date.now() - 500 * 86_400_000) })
  await db`delete from delivery_queue where merchant_id = ${merchantId}`
  await db`
    update deliveries set state = 'dead', attempts = 1, delivery_id = overlay(delivery_id placing '01' from 5 for 2)
    where merchant_id = ${merchantId}`
  await db`
    insert into delivery_attempts (merchant_id, delivery_id, sequence, attempt, started_at, duration_ms, status, answer)
    select merchant_id, delivery_id, 1, 9, updated_at, 12, 500, 'no' from deliveries where merchant_id = ${merchantId}`
  return merchantId
}

const stored = async (merchantId: string) => {
  const [row] = await paying.service.db<{ bodies: number; attempts: number }[]>`
    select (select count(*) from events where merchant_id = ${merchantId} and sealed_body <> '')::int as bodies,
      (select count(*) from delivery_attempts where merchant_id = ${merchantId})::int as attempts`
  return row
}

it('shows how much it would remove, and removes it in batches with --yes', async () => {
  const merchantId = await oldDeliveries(450)
  const recent = await paying.addMerchant()
  await enqueue(paying.service.db, recent.merchantId, { count: 3 })
  const dry = await command()
  expect([dry.code, dry.stderr]).toEqual([0, ''])
  expect(dry.stdout).toMatch(
    /^KIND +WOULD REMOVE +BYTES\nevents +450 +\d+\nattempts +450 +\d+\noperations +0 +0\n\nNothing was removed\. Add --yes/,
  )
  expect(await stored(merchantId)).toEqual({ bodies: 450, attempts: 450 })

  const { code, stdout } = await command('--yes', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject([
    { kind: 'events', rows: 450 },
    { kind: 'attempts', rows: 450 },
    { kind: 'operations', rows: 0, bytes: 0 },
  ])
  expect(await stored(merchantId)).toEqual({ bodies: 0, attempts: 0 })
  expect((await stored(recent.merchantId))?.bodies).toBe(3)
  expect((await command('--yes')).stdout).toBe(
    'KIND        REMOVED  BYTES\nevents      0        0\nattempts    0        0\noperations  0        0\n',
  )
})

it('killed within a batch, removes nothing of it; the next run continues', async () => {
  const { db } = paying.service
  const merchantId = await oldDeliveries(3)
  const [delivery] = await db<{ deliveryId: string }[]>`
    select delivery_id from deliveries where merchant_id = ${merchantId} limit 1`
  const held = await holdDelivery(paying.databaseUrl, delivery?.deliveryId ?? '')
  const running = launchForThisTest(['retention', '--older-than', '400d', '--yes'], env())
  await held.waitedFor()
  await running.signal('SIGKILL')
  await held.release()
  expect(await stored(merchantId)).toEqual({ bodies: 3, attempts: 3 })

  // the locked one has just changed, so it counts as recently used
  expect((await command('--yes')).code).toBe(0)
  expect(await stored(merchantId)).toEqual({ bodies: 1, attempts: 1 })
})

it('refuses ages that are too small or invalid, and the options of a release that wrote archives', async () => {
  const tried = (age: string) => run(['retention', '--older-than', age, '--yes'], env())
  expectUsageFault(await tried('29d'), /at least 30d: until then the processor may repeat events/)
  for (const age of ['1y', '400', '-400d', ''])
    expectUsageFault(await tried(age), /a number of days, such as 400d/)
  expectUsageFault(await run(['retention', '--yes'], env()), /--older-than/)
  expectUsageFault(await command('--archive', 'archive'), /unknown option '--archive'/)
})

it('stops after a batch when asked to; the next run continues', async () => {
  await command('--yes')
  const merchantId = await oldDeliveries(450)
  let isStopped = false
  const cutoff = new Date(Date.now() - 400 * 86_400_000)
  const progress = () => {
    isStopped = true
  }
  await removeDetails(paying.service.db, { cutoff, isDryRun: false, isStopped: () => isStopped, progress })
  const { bodies = 0, attempts } = (await stored(merchantId)) ?? {}
  expect([bodies > 0 && bodies < 450, attempts]).toEqual([true, 450])
  expect((await command('--yes')).code).toBe(0)
  expect(await stored(merchantId)).toEqual({ bodies: 0, attempts: 0 })
})

it('reports that it was stopped', async () => {
  const lines: string[] = []
  const context = {
    env: env(),
    cwd: tmpdir(),
    print: () => {},
    printError: (line: string) => lines.push(line),
    stopRequested: Promise.resolve('SIGINT'),
    isTerminal: false,
  }
  expect(await runCommand(['retention', '--older-than', '400d', '--yes'], context)).toBe(1)
  expect(lines).toEqual(['svcpay: Stopped before the end. Run it again to continue.'])
})

it('a delivery shows what was removed', async () => {
  const { db, url } = paying.service
  const merchantId = await oldDeliveries(1)
  await command('--yes')
  const [row] = await db<{ deliveryId: string }[]>`
    select delivery_id from deliveries where merchant_id = ${merchantId}`
  const { stdout } = await run(['api', `/deliveries/${row?.deliveryId}`], {
    PORT: new URL(url).port,
    SVC_OPERATOR_TOKEN: operatorToken,
  })
  expect(JSON.parse(stdout)).toMatchObject({
    attempts: 1,
    attemptLog: [],
    request: { body: null, removedAt: expect.any(String) },
  })
})
