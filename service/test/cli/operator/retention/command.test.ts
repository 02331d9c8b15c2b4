import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { moveOut } from '../../../../src/cli/operator/retention/move-out.ts'
import { runCommand } from '../../../../src/cli/program.ts'
import { enqueue } from '../../../deliveries/queue.ts'
import {
  expectRefusal,
  expectUsageFault,
  folderForThisTest,
  launchForThisTest,
} from '../../../support/cli.ts'
import { holdDelivery } from '../../../support/held-row.ts'
import { usePaying } from '../../../support/paying.ts'
import { operatorToken } from '../../../support/service.ts'
import { run } from '../../in-process.ts'
import { filesIn } from './story.ts'

const paying = usePaying()
const env = () => ({ DATABASE_URL: paying.databaseUrl })
const command = (...args: string[]) => run(['retention', '--older-than', '400d', ...args], env())

/** Deliveries that ended long ago, one of their attempts each. */
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

it('says in one line that the archive cannot be written, and moves nothing', async () => {
  const merchantId = await oldDeliveries(3)
  const file = join(folderForThisTest(), 'no-folder')
  writeFileSync(file, '')
  expectRefusal(
    await command('--archive', file),
    /no-folder\S* cannot be written \(\w+: .*\)\. What was moved/,
  )
  expect(await stored(merchantId)).toEqual({ bodies: 3, attempts: 3 })
  await command('--archive', folderForThisTest())
})

it('counts with --dry-run, moves in batches, and says what it wrote', async () => {
  const merchantId = await oldDeliveries(450)
  const recent = await paying.addMerchant()
  await enqueue(paying.service.db, recent.merchantId, { count: 3 })
  const dry = await command('--dry-run')
  expect([dry.code, dry.stderr]).toEqual([0, ''])
  expect(dry.stdout).toMatch(
    /^KIND +WOULD MOVE +BYTES\nevents +450 +\d+\nattempts +450 +\d+\noperations +0 +0\n$/,
  )
  expect(await stored(merchantId)).toEqual({ bodies: 450, attempts: 450 })

  const archive = join(folderForThisTest(), 'new')
  const { code, stdout } = await command('--archive', archive, '--json')
  expect(code).toBe(0)
  const [events, attempts, operations] = JSON.parse(stdout)
  expect([events.rows, attempts.rows, operations]).toMatchObject([450, 450, { rows: 0, file: null }])
  expect(filesIn(archive)).toEqual([attempts.file, events.file].sort())
  expect(statSync(archive).mode & 0o777).toBe(0o700)
  expect(await stored(merchantId)).toEqual({ bodies: 0, attempts: 0 })
  expect((await stored(recent.merchantId))?.bodies).toBe(3)

  const restored = await run(['retention', 'restore', events.file], env())
  expect(restored.stdout).toBe('Restored 450 of 450 rows. The others were in place already.\n')
  expect(await stored(merchantId)).toEqual({ bodies: 450, attempts: 0 })
  await run(['retention', 'restore', attempts.file], env())
  expect(await stored(merchantId)).toEqual({ bodies: 450, attempts: 450 })
})

it('killed between the archive and the database, loses nothing and goes on with the next run', async () => {
  const { db } = paying.service
  const merchantId = await oldDeliveries(3)
  const [delivery] = await db<{ deliveryId: string }[]>`
    select delivery_id from deliveries where merchant_id = ${merchantId} limit 1`
  const held = await holdDelivery(paying.databaseUrl, delivery?.deliveryId ?? '')
  const archive = folderForThisTest()
  const args = ['retention', '--older-than', '400d', '--archive', archive]
  const running = launchForThisTest(args, env())
  await held.waitedFor()
  await running.signal('SIGKILL')
  const [first] = filesIn(archive)
  expect(
    gunzipSync(readFileSync(first ?? ''))
      .toString()
      .trim()
      .split('\n').length,
  ).toBeGreaterThanOrEqual(3)
  await held.release()
  expect((await stored(merchantId))?.bodies).toBe(3)

  // the one that was held has just changed, and so has lately been in use
  expect((await command('--archive', archive)).code).toBe(0)
  expect(await stored(merchantId)).toEqual({ bodies: 1, attempts: 1 })
  for (const file of filesIn(archive)) await run(['retention', 'restore', file], env())
  expect(await stored(merchantId)).toEqual({ bodies: 3, attempts: 3 })
})

it('restores all whole lines of an archive that a crash cut off, and nothing from other files', async () => {
  const merchantId = await oldDeliveries(2)
  const archive = folderForThisTest()
  await command('--archive', archive)
  const file = filesIn(archive).find(path => path.endsWith('-events.ndjson.gz')) ?? ''
  const tail = gzipSync(Buffer.from('{"kind":"events","row":{"merchant_id":"never moved'))
  appendFileSync(file, tail)
  truncateSync(file, statSync(file).size - 9)
  const { code, stdout } = await run(['retention', 'restore', file], env())
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Restored \d+ of \d+ rows\..*\nThe file ends in the middle of a batch/)
  expect((await stored(merchantId))?.bodies).toBe(2)

  const other = join(archive, 'other.gz')
  writeFileSync(other, gzipSync('{"hello":1}\n'))
  expectRefusal(await run(['retention', 'restore', other], env()), /is not an archive of svcpay retention/)
  writeFileSync(other, 'plain text')
  expectRefusal(await run(['retention', 'restore', other], env()), /is not an archive of svcpay retention/)
  expectRefusal(await run(['retention', 'restore', join(archive, 'none')], env()), /cannot be read/)
})

it('refuses ages that are too small or not understood, and needs a folder', async () => {
  const archive = join(folderForThisTest(), 'archive')
  const tried = (age: string) => run(['retention', '--older-than', age, '--archive', archive], env())
  expectUsageFault(await tried('29d'), /at least 30d: until then the processor may repeat events/)
  for (const age of ['1y', '400', '-400d', ''])
    expectUsageFault(await tried(age), /a number of days, such as 400d/)
  expectRefusal(await run(['retention', '--dry-run'], env()), /a number of days, such as 400d/)
  expectRefusal(await command(), /Pass --archive with a folder/)
  expect(existsSync(archive)).toBe(false)
})

it('stops after a batch when asked to, and continues with the next run', async () => {
  await command('--archive', folderForThisTest())
  const merchantId = await oldDeliveries(450)
  const archive = folderForThisTest()
  const isStopped = () => filesIn(archive).length > 0
  const cutoff = new Date(Date.now() - 400 * 86_400_000)
  await moveOut(paying.service.db, { cutoff, archive, isStopped, progress: () => {} })
  const { bodies = 0, attempts } = (await stored(merchantId)) ?? {}
  expect([bodies > 0 && bodies < 450, attempts]).toEqual([true, 450])
  expect((await command('--archive', archive)).code).toBe(0)
  expect(await stored(merchantId)).toEqual({ bodies: 0, attempts: 0 })
})

it('says so when asked to stop', async () => {
  const stopRequested = Promise.resolve('SIGINT')
  const archive = folderForThisTest()
  const lines: string[] = []
  const context = {
    env: env(),
    cwd: archive,
    print: () => {},
    printError: (line: string) => lines.push(line),
    stopRequested,
    isTerminal: false,
  }
  const args = ['retention', '--older-than', '400d', '--archive', archive]
  expect(await runCommand(args, context)).toBe(1)
  expect(lines).toEqual(['svcpay: Stopped before the end. Run it again to continue.'])
})

it('deliveries show says what was moved to the archive', async () => {
  const { db, url } = paying.service
  const merchantId = await oldDeliveries(1)
  await command('--archive', folderForThisTest())
  const [row] = await db<{ deliveryId: string }[]>`
    select delivery_id from deliveries where merchant_id = ${merchantId}`
  const { stdout } = await run(['deliveries', 'show', row?.deliveryId ?? ''], {
    PORT: new URL(url).port,
    SVC_OPERATOR_TOKEN: operatorToken,
  })
  expect(stdout).toContain('1 older attempt moved to the archive.')
  expect(stdout).toMatch(/The body was moved to the archive on \d{4}-\d\d-\d\d\./)
})
