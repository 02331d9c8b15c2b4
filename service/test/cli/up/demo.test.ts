import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { demoStory, shops } from '../../../src/cli/up/demo/story.ts'
import { useUpInstance } from '../../support/up-instance.ts'

const instance = useUpInstance({ args: ['--demo'] })

it('the demo’s story covers four weeks, and is always the same', () => {
  const story = demoStory()
  expect(story).toEqual(demoStory())
  expect(story.length).toBeGreaterThan(200)
  expect(new Set(story.map(({ ending }) => ending)).size).toBe(9)
  expect(new Set(story.map(({ shop }) => shop)).size).toBe(shops.length)
  for (const { agoMs, laterMs } of story) expect(laterMs).toBeLessThan(agoMs)
  expect(story.length - new Set(story.map(({ orderRef }) => orderRef)).size).toBe(1)
})

it('svcpay up --demo shows weeks of payments at once, including trouble', async () => {
  const list = async <Row>(...args: string[]): Promise<Row[]> => {
    const { stdout } = await instance.svcpay(...args, '--limit', '100', '--json')
    return JSON.parse(stdout).data
  }
  expect(instance.firstOutput).not.toMatch(/"path":"\/v1/)
  const { stdout } = await instance.svcpay('stats', '--json')
  const stats = JSON.parse(stdout)
  expect(new Set(stats.volume.map(({ day }: { day: string }) => day)).size).toBeGreaterThan(20)
  expect(new Set(stats.volume.map(({ currency }: { currency: string }) => currency)).size).toBe(3)
  expect(stats.deliveriesPerDay.length).toBeGreaterThan(20)
  expect(stats.payments).toMatchObject({ created: demoStory().length, failed: expect.any(Number) })
  expect(await list('payments', 'list', '--status', 'declined')).toHaveLength(stats.payments.failed)
  const disputed = await list<{ svcPaymentId: string; createdAt: string }>('payments', 'list', '--disputed')
  expect(disputed).toHaveLength(3)
  for (const { svcPaymentId, createdAt } of disputed) {
    const { disputes } = JSON.parse(
      (await instance.svcpay('payments', 'show', svcPaymentId, '--json')).stdout,
    )
    const openedAfterMs = Date.parse(disputes[0].createdAt) - Date.parse(createdAt)
    expect(Math.abs(openedAfterMs)).toBeLessThan(3_600_000)
  }
  expect((await list('payments', 'list', '--refunded')).length).toBeGreaterThan(3)
  expect((await list('deliveries', 'list', '--state', 'dead')).length).toBeGreaterThan(0)
  const [failing, ...others] = await list<{ merchantId: string; createdAt: string }>(
    'merchants',
    'list',
    '--failing',
  )
  expect([failing, others]).toMatchObject([{ name: 'Riverside Bikes' }, []])
  const { merchantId = '', createdAt = '' } = failing ?? {}
  const its = async (...args: string[]) =>
    (await list<{ createdAt: string }>(...args, '--merchant', merchantId)).map(one => one.createdAt).sort()
  const [firstPaid = ''] = await its('payments', 'list')
  expect(createdAt < firstPaid).toBe(true)
  const opened = (await list<{ createdAt: string }>('merchants', 'list')).map(one => one.createdAt)
  expect(opened).toEqual([...opened].sort().reverse())
  const log = await list<{ at: string; action: string }>('audit', '--merchant', merchantId)
  expect(log.map(({ action }) => action)).toEqual([
    'callback.set',
    'callback.set',
    'merchant.account',
    'merchant.create',
  ])
  expect(log.at(-1)?.at).toBe(createdAt)
  expect(log.map(({ at }) => at)).toEqual(
    log
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  const { attention } = JSON.parse((await instance.svcpay('api', '/overview')).stdout)
  expect(attention.stuckMerchants).toMatchObject([{ name: 'Old Mill Pottery', onboardingStatus: 'pending' }])
  const shown = await instance.svcpay('merchants', 'show', merchantId, '--json')
  const endpoint = JSON.parse(shown.stdout).callback
  expect(endpoint.secrets).toMatchObject([{ createdAt }])
  const dead = await its('deliveries', 'list', '--state', 'dead')
  expect(dead[0]).toBe(endpoint.failingSince)
  expect((await its('deliveries', 'list', '--state', 'delivered')).at(-1)).toSatisfy(
    (last: string) => last < endpoint.failingSince,
  )
  expect(endpoint.failuresInARow).toBeGreaterThan(9 * dead.length)
  const listed = await instance.svcpay('api', 'GET', '/events', 'limit=100')
  const events: { type: string; receivedAt: string }[] = JSON.parse(listed.stdout).data
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  // balances become available at midnight, also within the last hour
  const isOfToday = (type: string) => ['account.updated', 'balance.available'].includes(type)
  const recent = events.filter(({ type, receivedAt }) => !isOfToday(type) && receivedAt > hourAgo)
  expect(recent).toEqual([])
  const verified = await instance.svcpay('ledger', 'verify')
  expect(verified).toMatchObject({ code: 0 })
})

it('the demo’s comparison with the processor has exactly the payments of its period', async () => {
  const runs = async () => JSON.parse((await instance.svcpay('api', '/reconciliations')).stdout).data
  // The demo has started one. Another, of yesterday, follows if it is later than 03:00.
  const states = async () => new Set((await runs()).map(({ state }: { state: string }) => state))
  await expect.poll(states).toEqual(new Set(['done']))
  for (const { from, to, payments, differences } of await runs()) {
    const listed = await instance.svcpay(
      ...['api', '/payments', `createdFrom=${from}`, `createdTo=${to}`, 'limit=100'],
    )
    expect({ payments, differences }).toEqual({
      payments: JSON.parse(listed.stdout).data.length,
      differences: 0,
    })
    expect(payments).toBeGreaterThan(0)
  }
})

it('a slow reader gets all of a long output', async () => {
  // A pipe holds 64 KiB, less than the list. The reader reads the first line, and the rest a moment later.
  const reader = '{ read -r line; echo "$line"; sleep 1; cat; }'
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', `"$NODE" "$PROGRAM" payments list --limit 100 --json | ${reader}`],
    {
      cwd: instance.cwd,
      env: {
        PATH: process.env.PATH,
        NODE: process.execPath,
        PROGRAM: fileURLToPath(new URL('../../../bin/svcpay.js', import.meta.url)),
        SVC_DATA_DIR: instance.dataDir,
      },
    },
  )
  expect(JSON.parse(stdout).data).toHaveLength(100)
})
