import { expect, it } from 'vitest'
import { run } from '../cli/in-process.ts'
import { folderForThisTest } from '../support/cli.ts'
import { copyDatabase } from '../support/database.ts'
import { usePaying } from '../support/paying.ts'
import { startService, type TestService, testEnv } from '../support/service.ts'

const paying = usePaying()

/** `export` and `import` of one file; an import prints JSON. */
function settingsFile() {
  const folder = folderForThisTest()
  const envOf = (service: TestService) => ({
    ...testEnv(service.config.databaseUrl),
    ...paying.sandboxEnv,
    SVC_DATA_DIR: folder,
  })
  return {
    async export(service: TestService) {
      const { code, stderr } = await run(['settings', 'export', 'settings.sealed'], envOf(service), folder)
      expect([code, stderr]).toEqual([0, ''])
    },
    async import(service: TestService, ...options: string[]) {
      const args = ['settings', 'import', 'settings.sealed', ...options]
      const { code, stdout, stderr } = await run(args, envOf(service), folder)
      expect([code, stderr]).toEqual([0, ''])
      return stdout
    },
  }
}

/** The service on a copy of the database as it is now. */
async function startCopy(): Promise<TestService> {
  const copy = await copyDatabase(paying.databaseUrl)
  await expect.poll(async () => (await paying.service.admin('GET', '/merchants')).status).toBe(200)
  return await startService(copy.url, { env: paying.sandboxEnv })
}

async function withOperator() {
  const merchant = await paying.addMerchant({ callbackUrl: 'https://shop.example/callbacks', feeBps: 250 })
  const path = `/merchants/${merchant.merchantId}`
  const { body: operator } = await paying.service.admin('POST', '/operators', { name: 'Ann', role: 'admin' })
  const { body: keys } = await paying.service.admin('GET', `${path}/keys`)
  return { ...merchant, path, operator, keyId: keys.data[0].keyId as string }
}

type Started = Awaited<ReturnType<typeof withOperator>>

async function endEverything(service: TestService, { path, keyId, operator }: Started, graceSeconds = 0) {
  const answers = [
    await service.admin('DELETE', `${path}/keys/${keyId}`),
    await service.admin('DELETE', `/operators/${operator.operatorId}`),
    await service.admin('POST', `${path}/suspend`, {}),
    await service.admin('PATCH', `${path}/account`, { disabled: true }),
    await service.admin('POST', `${path}/callback/rotate-secret`, { graceSeconds }),
    await service.admin('POST', `${path}/callback/rotate-secret`, { graceSeconds: 3600 }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 200, 200, 200, 200])
}

async function stateIn({ db }: TestService, { merchantId, keyId, operator }: Started) {
  const [row] = await db`
    select k.revoked_at is not null as revoked, o.removed_at is not null as removed,
      m.suspended_at is not null as suspended, a.disabled_at is not null as disabled
    from merchants m, api_keys k, operators o, processor_accounts a
    where m.merchant_id = ${merchantId} and k.key_id = ${keyId} and o.operator_id = ${operator.operatorId}
      and a.merchant_id = ${merchantId}`
  return row
}

const ended = { revoked: true, removed: true, suspended: true, disabled: true }

const imports = ({ db }: TestService) =>
  db<{ target: string; merchantId: string | null; detail: object; note: string | null }[]>`
    select target, merchant_id, detail, note from audit_log
    where action = 'settings.import' order by audit_id`

const secretsIn = ({ db }: TestService, { merchantId }: Started) =>
  db<{ secretId: string; isCurrent: boolean }[]>`
    select secret_id, expires_at is null as is_current from callback_secrets
    where merchant_id = ${merchantId} and (expires_at is null or expires_at > now()) order by secret_id`

it('an import undoes nothing that was revoked, removed, suspended, disabled, rotated or moved since the export', async () => {
  const { service } = paying
  const file = settingsFile()
  const one = await withOperator()
  await file.export(service)
  await endEverything(service, one)
  await service.admin('PATCH', one.path, { feeBps: 300 })
  await service.db`update merchants set processor = 'elsewhere' where merchant_id = ${one.merchantId}`
  const secrets = await secretsIn(service, one)

  const said = await file.import(service)
  await service.db`update merchants set processor = 'sandbox' where merchant_id = ${one.merchantId}`
  expect(await stateIn(service, one)).toEqual(ended)
  expect(await secretsIn(service, one)).toEqual(secrets)
  expect(await imports(service)).toEqual([])
  for (const line of [
    `merchant ${one.merchantId}: already suspended in this database`,
    `merchant ${one.merchantId}: feeBps is 300 here and 250 in the file`,
    `merchant ${one.merchantId}: processor is elsewhere here and sandbox in the file`,
    `API key ${one.keyId} of ${one.merchantId}: already revoked in this database`,
    `operator ${one.operator.operatorId}: already removed in this database`,
    `account ${one.accountId} of ${one.merchantId}: already disabled in this database`,
    'rotated later in this database',
  ])
    expect(said).toContain(line)
  const { body } = await service.admin('GET', one.path)
  expect(body).toMatchObject({ feeBps: 300, suspended: true })
})

it('an end that a restored database has lost is repeated, printed and audited', async () => {
  const file = settingsFile()
  const one = await withOperator()
  const restored = await startCopy()
  await endEverything(paying.service, one, 3600)
  const other = await paying.addMerchant({ name: 'Added' })
  await file.export(paying.service)

  const imported = JSON.parse(await file.import(restored, '--json'))
  expect(await stateIn(restored, one)).toEqual(ended)
  expect(await secretsIn(restored, one)).toEqual(await secretsIn(paying.service, one))
  expect(imported).toMatchObject({
    added: { merchants: 1, api_keys: 1, callback_secrets: 3, operators: 0, processor_accounts: 1 },
    changed: expect.arrayContaining([
      { kind: 'merchant', id: one.merchantId, merchantId: one.merchantId, change: 'suspended' },
      { kind: 'API key', id: one.keyId, merchantId: one.merchantId, change: 'revoked' },
      { kind: 'operator', id: one.operator.operatorId, merchantId: null, change: 'removed' },
      { kind: 'account', id: one.accountId, merchantId: one.merchantId, change: 'disabled' },
      expect.objectContaining({ kind: 'signing secret', merchantId: one.merchantId, change: 'replaced' }),
    ]),
  })
  const audited = await imports(restored)
  expect(audited).toContainEqual({
    target: one.keyId,
    merchantId: one.merchantId,
    detail: { kind: 'API key', change: 'revoked' },
    note: expect.any(String),
  })
  expect(audited).toContainEqual(
    expect.objectContaining({ target: other.merchantId, detail: { kind: 'merchant', change: 'added' } }),
  )
  const again = JSON.parse(await file.import(restored, '--json'))
  expect(again.changed).toEqual([])
  expect(Object.values(again.added)).toEqual([0, 0, 0, 0, 0])
  expect(await imports(restored)).toHaveLength(audited.length)
  await restored.stop()
})

it('a merchant that was resumed after the export stays resumed', async () => {
  const { service } = paying
  const file = settingsFile()
  const one = await withOperator()
  await endEverything(service, one)
  await file.export(service)
  await service.admin('POST', `${one.path}/resume`, {})
  await service.admin('PATCH', `${one.path}/account`, { disabled: false })
  const said = await file.import(service)
  expect(await stateIn(service, one)).toEqual({ ...ended, suspended: false, disabled: false })
  expect(said).toContain(`merchant ${one.merchantId}: resumed later in this database`)
  expect(said).toContain(`account ${one.accountId} of ${one.merchantId}: enabled later in this database`)
})

it('an account that another merchant has here is listed, and everything else is imported', async () => {
  const file = settingsFile()
  const restored = await startCopy()
  const one = await withOperator()
  await file.export(paying.service)
  const { merchantId } = await restored.createMerchant()
  await restored.db`
    insert into processor_accounts (merchant_id, processor, account_id, created_at, updated_at)
    values (${merchantId}, 'sandbox', ${one.accountId}, now(), now())`
  const said = await file.import(restored)
  expect(said).toContain(
    `account ${one.accountId} of ${one.merchantId}: another row in this database already uses it, so it was not added`,
  )
  const [row] = await restored.db`select name from merchants where merchant_id = ${one.merchantId}`
  expect(row).toBeDefined()
  await restored.stop()
})

it('a rebuild is in the audit log, with the restored records', async () => {
  const env = { ...testEnv(paying.databaseUrl), ...paying.sandboxEnv, SVC_DATA_DIR: folderForThisTest() }
  const since = new Date(Date.now() - 60_000).toISOString()
  const audited = () =>
    paying.service.db`select actor, target, detail from audit_log where action = 'rebuild.start'`
  const rebuilt = await run(['rebuild', '--since', since], env)
  expect(rebuilt).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/RECOVERED\n+accounts +0\npayments +\d/),
  })
  expect(await audited()).toEqual([{ actor: 'svcpay rebuild', target: 'database', detail: { since } }])
})
