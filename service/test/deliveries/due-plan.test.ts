import { describe, expect, it } from 'vitest'
import { findWaiting, mayBeDueIn } from '../../src/deliveries/worker/due.sql.ts'
import { openExplained, type PlanNode, rowsRead, withAllBelow } from '../support/plans.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, analyzeNearlyEmpty, enqueue } from './queue.ts'
import { dueAt } from './queued.ts'

const service = useService()
const shares = [...'0123456789abcdefghijklmnopqrstuvwxyz']

const most = 20

/** The plans that the server really uses, even for statements prepared long ago. */
async function plansOfReads(times: number): Promise<PlanNode[]> {
  const { db, plans } = await openExplained(service.config.databaseUrl)
  for (let i = 0; i < times; i++) {
    const waiting = await findWaiting(db, shares, { now: new Date(), overdueBefore: new Date(0) })
    await Promise.all(waiting.map(merchantId => dueAt(db, merchantId, most)))
  }
  return plans
}

const queueReads = (plans: PlanNode[]) =>
  plans.flatMap(withAllBelow).filter(node => node['Relation Name'] === 'delivery_queue')

describe('reading due deliveries', () => {
  it.each(['first', 'again'])('neither reads nor sorts a queue (%s attempts)', async line => {
    await service.db`delete from delivery_queue`
    for (let i = 0; i < 20; i++) {
      const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
      await enqueue(service.db, merchantId, { count: i === 7 ? 4000 : 20, attempt: line === 'first' ? 1 : 2 })
    }
    await service.db`analyze`
    const plans = await plansOfReads(8)
    const growing = ['delivery_queue', 'deliveries', 'events', 'delivery_attempts']
    for (const node of plans.flatMap(withAllBelow)) {
      const reads = withAllBelow(node).map(below => below['Relation Name'] ?? '')
      if (node['Node Type'] === 'Seq Scan') expect(growing).not.toContain(node['Relation Name'])
      if (/Sort/.test(node['Node Type'])) expect(reads).not.toContain('delivery_queue')
    }
    for (const node of queueReads(plans)) expect(rowsRead(node)).toBeLessThanOrEqual(20 * most)
  })

  it('does not read the whole of a queue that was nearly empty when last analyzed', async () => {
    await analyzeNearlyEmpty(service.db, await addEndpoint(service, 'http://127.0.0.1:9/'))
    for (let i = 0; i < 10; i++) {
      const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
      await enqueue(service.db, merchantId, { count: 400 })
    }
    for (const node of queueReads(await plansOfReads(8)))
      expect(rowsRead(node)).toBeLessThanOrEqual(11 * most)
  })

  it('is not preceded by a query that reads or sorts a once short queue', async () => {
    const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
    await service.db`truncate delivery_queue`
    await enqueue(service.db, merchantId)
    await service.db`analyze delivery_queue`
    const { db, plans } = await openExplained(service.config.databaseUrl)
    for (let i = 0; i < 8; i++) await mayBeDueIn(db, new Date())
    await enqueue(service.db, merchantId, { count: 4000 })
    expect(await mayBeDueIn(db, new Date())).toBeLessThanOrEqual(0)
    expect(plans).toHaveLength(9)
    for (const node of queueReads(plans.slice(-1))) expect(rowsRead(node)).toBeLessThanOrEqual(50)
  })
})
