import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { run } from '../cli/in-process.ts'
import { postWebhook } from '../inbox/webhooks.ts'
import { usePaying } from '../support/paying.ts'
import { backUp } from '../support/restore.ts'
import { otherEncryptionKey } from '../support/secrets.ts'
import { testEnv } from '../support/service.ts'

const paying = usePaying()

beforeEach(() => {
  const { service, merchant } = paying
  return () => {
    Object.assign(paying, { service, merchant })
  }
})

it('settings are restored from an export, everything else by rebuild', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svcpay-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const restore = await backUp(paying)
  const envOf = (databaseUrl: string) => ({ ...testEnv(databaseUrl), ...paying.sandboxEnv })
  const svcpay = (databaseUrl: string, ...args: string[]) => run(args, envOf(databaseUrl), folder)

  const added = await paying.addMerchant({ callbackUrl: 'https://shop.example/callbacks', feeBps: 250 })
  const operator = await paying.service.admin('POST', '/operators', { name: 'Ann', role: 'support' })
  paying.merchant = added
  const { id } = await paying.pay()
  const exported = await svcpay(paying.databaseUrl, 'settings', 'export', 'settings.sealed')
  expect(exported).toMatchObject({ code: 0, stdout: expect.stringMatching(/merchants +2/) })
  const sealed = readFileSync(join(folder, 'settings.sealed'))
  expect(sealed.includes('shop.example')).toBe(false)

  const { config, db } = await restore()
  expect((await paying.get(`/payments/${id}`)).status).toBe(401)
  const otherKey = { SVC_ENCRYPTION_KEY: '', SVC_ENCRYPTION_KEYS: `other:${otherEncryptionKey}` }
  const strange = { ...envOf(config.databaseUrl), ...otherKey }
  const stranger = await run(['settings', 'import', 'settings.sealed'], strange, folder)
  expect(stranger).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^svcpay: .*another encryption key.*\.\n$/),
  })
  const imported = await svcpay(config.databaseUrl, 'settings', 'import', 'settings.sealed')
  expect(imported).toMatchObject({ code: 0 })
  expect((await svcpay(config.databaseUrl, 'settings', 'import', 'settings.sealed')).code).toBe(0)

  const since = new Date(Date.now() - 3600_000).toISOString()
  const rebuilt = await svcpay(config.databaseUrl, 'rebuild', '--since', since, '--json')
  expect(rebuilt.code).toBe(0)
  expect(JSON.parse(rebuilt.stdout)).toMatchObject({ payments: 1, keys: 1, unfinished: [] })
  await expect.poll(async () => (await paying.get(`/payments/${id}`)).body.status).toBe('succeeded')
  const [merchant] =
    await db`select fee_bps, callback_url from merchants where merchant_id = ${added.merchantId}`
  expect(merchant).toEqual({ feeBps: 250, callbackUrl: 'https://shop.example/callbacks' })
  const operators = await paying.service.admin('GET', '/operators')
  expect(JSON.stringify(operators.body)).toContain(operator.body.operatorId)
})

it('an imported account gets the events that arrived while it was unknown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svcpay-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const restore = await backUp(paying)
  paying.merchant = await paying.addMerchant()
  const { merchantId, accountId } = paying.merchant
  // the account is older than its events, by more than clocks can differ
  const dayBefore = new Date(Date.now() - 86_400_000)
  await paying.service
    .db`update processor_accounts set created_at = ${dayBefore} where merchant_id = ${merchantId}`
  await paying.pay()
  const env = { ...testEnv(paying.databaseUrl), ...paying.sandboxEnv }
  await run(['settings', 'export', 'settings.sealed'], env, folder)
  const { data } = await paying.stripe.events.list(
    { type: 'payment_intent.succeeded' },
    { stripeAccount: accountId },
  )
  const [told] = data
  const { config, db } = await restore()
  await postWebhook(paying.service, JSON.stringify({ ...told, account: accountId }))
  const recorded = () => db`select merchant_id, outcome from events where event_id = ${String(told?.id)}`
  expect(await recorded()).toEqual([{ merchantId: '-', outcome: 'ignored' }])
  const restored = { ...env, DATABASE_URL: config.databaseUrl }
  expect((await run(['settings', 'import', 'settings.sealed'], restored, folder)).code).toBe(0)
  const since = new Date(Date.now() - 3600_000).toISOString()
  expect((await run(['rebuild', '--since', since], restored, folder)).code).toBe(0)
  expect(await recorded()).toEqual([{ merchantId, outcome: 'unchanged' }])
})

it('a file that is not an export is refused in one sentence, and nothing is imported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svcpay-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = testEnv(paying.databaseUrl)
  const svcpay = (...args: string[]) => run(['settings', ...args], env, folder)
  expect(await svcpay('import', 'none.sealed')).toMatchObject({
    code: 1,
    stderr: 'svcpay: none.sealed cannot be read (ENOENT).\n',
  })
  expect(await svcpay('export', 'missing/settings.sealed')).toMatchObject({
    code: 1,
    stderr: 'svcpay: missing/settings.sealed cannot be written (ENOENT).\n',
  })
  await svcpay('export', 'settings.sealed')
  const sealed = readFileSync(join(folder, 'settings.sealed'))
  const otherFiles = { text: 'merchants', empty: '', cut: sealed.subarray(0, 20), named: Buffer.of(2, 1, 65) }
  for (const [name, content] of Object.entries(otherFiles)) {
    writeFileSync(join(folder, name), content)
    expect(await svcpay('import', name)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^svcpay: .*\.\n$/),
    })
  }
})
