import fs, { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DataDirError, startSandbox } from '../src/index.ts'
import { harness, harnessFor } from './support/harness.ts'
import { receiver } from './support/receiver.ts'

const card = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card'] }

function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

test('everything survives a restart: objects, events as they were, keys, clock and jobs', async () => {
  const dataDir = tempDir()
  const before = await harness({ dataDir, settleAfterMs: 3_600_000 })
  const { options } = await before.merchant()
  const held = await before.stripe.paymentIntents.create(
    {
      ...card,
      capture_method: 'manual',
      confirm: true,
      payment_method: 'pm_card_visa',
      application_fee_amount: 5,
    },
    { ...options, idempotencyKey: 'k' },
  )
  await before.stripe.paymentIntents.capture(held.id, { amount_to_capture: 500 }, options)
  const debit = await before.stripe.paymentIntents.create({
    ...card,
    allowed_payment_method_types: ['us_bank_account'],
    confirm: true,
    payment_method: 'pm_usBankAccount_success',
  })
  await before.control('POST', 'clock', { advance_seconds: 600 })
  const events = await before.stripe.events.list({ limit: 100 }, options)
  const fees = await before.stripe.applicationFees.list()
  await before.sandbox.close()

  const after = await harness({ dataDir, settleAfterMs: 3_600_000 })
  expect(await after.stripe.events.list({ limit: 100 }, options)).toEqual(events)
  expect(await after.stripe.applicationFees.list()).toEqual(fees)
  expect((await after.stripe.paymentIntents.retrieve(held.id, undefined, options)).amount_received).toBe(500)
  const replayed = await after.stripe.paymentIntents.create(
    {
      ...card,
      capture_method: 'manual',
      confirm: true,
      payment_method: 'pm_card_visa',
      application_fee_amount: 5,
    },
    { ...options, idempotencyKey: 'k' },
  )
  expect(replayed).toEqual(held)
  expect((await after.control('GET', 'clock')).offset_ms).toBe(600_000)
  await after.control('POST', 'clock', { advance_seconds: 3600 })
  expect((await after.stripe.paymentIntents.retrieve(debit.id)).status).toBe('succeeded')
})

test('webhooks that were not delivered are delivered after a restart', async () => {
  const dataDir = tempDir()
  const hooks = await receiver()
  const before = await harness({ dataDir })
  const endpoint = await before.stripe.webhookEndpoints.create({ url: hooks.url, enabled_events: ['*'] })
  hooks.useSecret(endpoint.secret)
  await before.control('POST', 'webhooks/pause')
  await before.stripe.paymentIntents.create(card)
  await before.sandbox.close()
  expect(hooks.received).toEqual([])
  await harness({ dataDir })
  await hooks.waitFor(1)
  expect(hooks.types()).toEqual(['payment_intent.created'])
})

test('a reset empties the log, too', async () => {
  const dataDir = tempDir()
  const before = await harness({ dataDir })
  await before.stripe.paymentIntents.create(card)
  await before.control('POST', 'reset')
  const kept = await before.stripe.paymentIntents.create(card)
  await before.sandbox.close()
  const after = await harness({ dataDir })
  expect((await after.stripe.paymentIntents.list()).data.map(item => item.id)).toEqual([kept.id])
})

test('a torn last line is dropped, and nothing else', async () => {
  const dataDir = tempDir()
  const log = join(dataDir, 'sandbox.log')
  const before = await harness({ dataDir })
  const kept = await before.stripe.paymentIntents.create(card)
  await before.sandbox.close()
  const whole = statSync(log).size
  appendFileSync(log, '[{"put":"payment_intent","record":{"id":"pi_torn","acc')

  const after = await harness({ dataDir })
  expect(statSync(log).size).toBe(whole)
  expect((await after.stripe.paymentIntents.list()).data.map(item => item.id)).toEqual([kept.id])
  const next = await after.stripe.paymentIntents.create(card)
  await after.sandbox.close()
  const again = await harness({ dataDir })
  expect((await again.stripe.paymentIntents.list()).data.map(item => item.id)).toEqual([next.id, kept.id])
})

test('wherever the log is cut, the last request is all or nothing', async () => {
  const dataDir = tempDir()
  const log = join(dataDir, 'sandbox.log')
  const before = await harness({ dataDir })
  await before.merchant()
  const start = statSync(log).size
  await before.stripe.paymentIntents.create({ ...card, confirm: true, payment_method: 'pm_card_visa' })
  await before.sandbox.close()
  const whole = readFileSync(log)
  for (let cut = start; cut < whole.length; cut += Math.ceil((whole.length - start) / 12)) {
    writeFileSync(log, whole.subarray(0, cut))
    const sandbox = await startSandbox({ dataDir })
    const { stripe } = harnessFor(sandbox)
    expect((await stripe.paymentIntents.list()).data).toEqual([])
    expect((await stripe.events.list()).data).toEqual([])
    expect((await stripe.accounts.list()).data).toHaveLength(1)
    await sandbox.close()
  }
})

test('a log damaged in the middle is refused, not repaired', async () => {
  const dataDir = tempDir()
  writeFileSync(join(dataDir, 'sandbox.log'), '{"format":3}\nnonsense\n[]\n')
  await expect(startSandbox({ dataDir })).rejects.toThrow(/damaged at line 2/)
})

test.each(['[["c",0]]', '{"format":1}', '{"format":2}'])(
  'a log of another release that begins with %s is emptied',
  async line => {
    const dataDir = tempDir()
    const log = join(dataDir, 'sandbox.log')
    writeFileSync(log, `${line}\n[["p","customer",{"id":"cus_1"}]]\n`)
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => said.mockRestore())
    const before = await harness({ dataDir })
    expect(said).toHaveBeenCalledExactlyOnceWith(
      `svcpay-sandbox: ${log} is from another release, so the sandbox starts empty.\n`,
    )
    const { id } = await before.stripe.customers.create({ name: 'Ada' })
    await before.sandbox.close()
    const after = await harness({ dataDir })
    expect((await after.stripe.customers.list()).data.map(customer => customer.id)).toEqual([id])
    expect(said).toHaveBeenCalledTimes(1)
  },
)

test('a data dir that cannot be used, or is in use, is refused', async () => {
  const dataDir = tempDir()
  writeFileSync(join(dataDir, 'file'), '')
  await expect(startSandbox({ dataDir: join(dataDir, 'file', 'below') })).rejects.toThrow(DataDirError)
  writeFileSync(join(dataDir, 'lock'), '1\n')
  await expect(startSandbox({ dataDir })).rejects.toThrow(/in use by process 1/)
  // The process that held it is gone, and its number now belongs to another.
  writeFileSync(join(dataDir, 'lock'), '1 12345678901\n')
  const sandbox = await startSandbox({ dataDir })
  await sandbox.close()
})

test('a full disk fails requests, and jobs due meanwhile run once there is room', async () => {
  const hook = await receiver()
  const dataDir = tempDir()
  const { stripe, sandbox } = await harness({ dataDir, settleAfterMs: 20 })
  const enabled_events = ['payment_intent.succeeded' as const]
  hook.useSecret((await stripe.webhookEndpoints.create({ url: hook.url, enabled_events })).secret)
  const debit = await stripe.paymentIntents.create({
    ...card,
    allowed_payment_method_types: ['us_bank_account'],
    confirm: true,
    payment_method: 'pm_usBankAccount_success',
  })
  const disk = fillDisk()
  const refused = await fetch(`${sandbox.url}/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
  })
  expect(refused.status).toBe(500)
  expect(await refused.text()).not.toContain('ENOSPC')
  await expect.poll(disk.failedWrites).toBeGreaterThan(1)
  disk.makeRoom()
  await expect.poll(async () => (await stripe.paymentIntents.retrieve(debit.id)).status).toBe('succeeded')
  await hook.waitFor(1)

  // The next write does not depend on the one that failed.
  const customer = await stripe.customers.create({ name: 'Ada' })
  await sandbox.close()
  const after = await harness({ dataDir })
  expect(await after.stripe.customers.retrieve(customer.id)).toEqual(customer)
})

/** From now on every write fails, as on a full disk. */
function fillDisk() {
  const { writeSync } = fs
  let failed = 0
  fs.writeSync = () => {
    failed++
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  syncBuiltinESMExports()
  const makeRoom = () => {
    fs.writeSync = writeSync
    syncBuiltinESMExports()
  }
  onTestFinished(makeRoom)
  return { makeRoom, failedWrites: () => failed }
}
