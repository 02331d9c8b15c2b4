import { describe, expect, it } from 'vitest'
import { newApiKey } from '../../src/merchants/api-key.ts'
import { appForThisTest } from '../support/app.ts'
import { databaseForThisTest } from '../support/database.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { startService, type TestService, useService } from '../support/service.ts'

const closedPort = 'postgres://nobody:nothing@127.0.0.1:1/none'

/** A database that takes two seconds to answer counts as unreachable, so it is asked again. */
async function expectUnready(service: TestService, detail: RegExp): Promise<void> {
  const ask = () => service.call('GET', '/readyz')
  await expect.poll(async () => (await ask()).body.detail).toMatch(detail)
  const answer = await ask()
  expectProblem(answer, 'unavailable')
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
}

async function expectReady(service: TestService): Promise<void> {
  await expect.poll(async () => (await service.call('GET', '/readyz')).body).toEqual({ status: 'ready' })
}

describe('a healthy service', () => {
  const service = useService({ role: 'all' })

  it('is live and ready, without credentials', async () => {
    const health = await service.call('GET', '/healthz')
    expect([health.status, health.body]).toEqual([200, { status: 'ok' }])
    await expectReady(service)
  })
})

describe('a service whose database is unreachable', () => {
  it('is live but not ready, and answers calls with 503', async () => {
    const service = await startService(closedPort, { role: 'all', mayBeUnready: true })
    expect((await service.call('GET', '/healthz')).status).toBe(200)
    await expectUnready(service, /database/)
    const call = await service.call('GET', '/v1/onboarding/status', { key: 'svc_live_x' })
    expectProblem(call, 'unavailable')
    expect(call.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(call.text).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|nobody/)
    await service.stop()
  })
})

describe('a service whose database lacks migrations', () => {
  it('is live but not ready', async () => {
    const databaseUrl = await databaseForThisTest('empty')
    const service = await startService(databaseUrl, { role: 'all', mayBeUnready: true })
    expect((await service.call('GET', '/healthz')).status).toBe(200)
    await expectUnready(service, /[Mm]igrations/)
    const calls = await Promise.all([
      service.call('GET', '/v1/onboarding/status', { key: newApiKey().text }),
      service.admin('GET', '/merchants'),
      service.admin('POST', '/merchants', { name: 'Too early' }),
    ])
    for (const call of calls) {
      expectProblem(call, 'unavailable', { detail: expect.stringMatching(/not ready/) })
      expect(call.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
    const logged = service.logged.filter(line => line.includes('"unavailable"'))
    expect(logged.length).toBeGreaterThan(0)
    for (const line of logged) expect(line).not.toContain('"stack"')
    await service.stop()
  })

  it('is ready once they are applied, without a restart', async () => {
    const { migrate } = await import('../../src/db/migrate.ts')
    const databaseUrl = await databaseForThisTest('empty')
    const service = await startService(databaseUrl, { role: 'all', mayBeUnready: true })
    await migrate(databaseUrl)
    await expectReady(service)
    await service.stop()
  })
})

describe('a service whose database is for another release', () => {
  const service = useService()

  it('is ready on a newer schema as long as that supports this release', async () => {
    const { db } = service
    await db`insert into schema_version (version, name) values (9999, 'of the next release')`
    await expectReady(service)
    const [oldest] = await db`select schema from oldest_release`
    await db`update oldest_release set schema = 9998`
    await expectUnready(service, /schema version 9999.*newer release/)
    await db`update oldest_release set schema = ${oldest?.schema}`
    await db`delete from schema_version where version = 9999`
    await expectReady(service)
  })

  it('is not ready on an older schema', async () => {
    const [newest] = await service.db`
      delete from schema_version where version = (select max(version) from schema_version) returning *`
    await expectUnready(service, /[Mm]igrations/)
    await service.db`insert into schema_version (version, name) values (${newest?.version}, ${newest?.name})`
    await expectReady(service)
  })

  it('is not ready while the database is read-only, and starts work afterwards', async () => {
    const databaseUrl = await databaseForThisTest()
    const name = new URL(databaseUrl).pathname.slice(1)
    await service.db.unsafe(`alter database ${name} set default_transaction_read_only = on`)
    const other = await startService(databaseUrl, { role: 'all', mayBeUnready: true })
    await expectUnready(other, /read-only/)
    await service.db.unsafe(`alter database ${name} reset default_transaction_read_only`)
    // its old connections are still read-only, and must be replaced
    await expectReady(other)
    for (let i = 0; i < 8; i++) await other.createMerchant()
    await expect.poll(() => other.logged.join()).toContain('The database is ready.')
    await other.stop()
  })
})

describe('a service that starts or stops', () => {
  it('is ready neither before nor after', async () => {
    const { app, readiness } = await appForThisTest(await databaseForThisTest())
    const ask = async (url: string) => {
      const { statusCode, headers } = await app.inject({ url })
      return [statusCode, headers['retry-after'] !== undefined]
    }
    expect(await ask('/readyz')).toEqual([503, true])
    readiness.enter('started')
    expect(await ask('/readyz')).toEqual([200, false])
    readiness.enter('stopping')
    expect(await ask('/readyz')).toEqual([503, true])
    expect(await ask('/v1/onboarding/status')).toEqual([401, false])
    readiness.enter('closing')
    expect(await ask('/readyz')).toEqual([503, true])
    expect(await ask('/healthz')).toEqual([200, false])
    expect(await ask('/v1/onboarding/status')).toEqual([503, true])
  })
})
