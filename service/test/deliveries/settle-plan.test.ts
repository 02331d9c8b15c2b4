import { expect, it } from 'vitest'
import { settleResult } from '../../src/deliveries/worker/settle.sql.ts'
import { openExplained, rowsRead, withAllBelow } from '../support/plans.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, analyzeNearlyEmpty, enqueue } from './queue.ts'
import { dueAt, resultOf, settle } from './queued.ts'

const service = useService()

it('settling a batch reads only its own rows, even with a plan made for few', async () => {
  const { db, plans } = await openExplained(service.config.databaseUrl)
  const settleSome = async (count: number) => {
    const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
    await enqueue(service.db, merchantId, { count })
    const queued = await dueAt(service.db, merchantId, 1000)
    const results = queued.map((one, i) => resultOf(one, i % 3 === 0 ? 'retry' : 'delivered'))
    await Promise.all(results.map(result => settleResult(db, { ...result, now: new Date() })))
    return results.length
  }
  for (let i = 0; i < 8; i++) await settleSome(2)
  plans.length = 0
  const settled = await settleSome(200)
  expect(settled).toBe(200)
  const [logged] = await service.db<{ count: number }[]>`select count(*)::int as count from delivery_attempts`
  expect(logged?.count).toBe(216)
  const read = plans.flatMap(withAllBelow).map(rowsRead)
  expect(read.length).toBeGreaterThan(10)
  expect(Math.max(...read)).toBeLessThanOrEqual(400)
})

it('settling a batch reads the queue at most once if it was nearly empty when last analyzed', async () => {
  const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
  await analyzeNearlyEmpty(service.db, merchantId)
  await enqueue(service.db, merchantId, { count: 2000 })
  const queued = await dueAt(service.db, merchantId, 200)
  const { db, plans } = await openExplained(service.config.databaseUrl)
  await Promise.all(queued.map(one => settle(db, one, 'delivered')))
  const nodes = plans.flatMap(withAllBelow)
  const read = nodes.filter(node => node['Relation Name'] !== 'deliveries').map(rowsRead)
  expect(read.length).toBeGreaterThan(10)
  expect(Math.max(...read)).toBeLessThanOrEqual(2500)
})
