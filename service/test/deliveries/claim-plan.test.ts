import { describe, expect, it } from 'vitest'
import { claimDeliveries, type Line } from '../../src/deliveries/claim.sql.ts'
import { mayHaveWork } from '../../src/deliveries/queue-state.sql.ts'
import { openExplained, type PlanNode, rowsRead, withAllBelow } from '../support/plans.ts'
import { useService } from '../support/service.ts'
import { claimRequest } from './claimed.ts'
import { addEndpoint, analyzeNearlyEmpty, enqueue } from './queue.ts'

const service = useService()

/** The plans the server really uses, those of a statement prepared long ago included. */
async function plansOfClaims(line: Line, times: number): Promise<PlanNode[]> {
  const { db, plans } = await openExplained(service.config.databaseUrl)
  for (let i = 0; i < times; i++) {
    const now = new Date()
    await claimDeliveries(db, claimRequest({ line, now }))
    await service.db`update delivery_queue set claim_id = null where claim_id is not null`
  }
  return plans
}

describe('a claim', () => {
  it('reads no queue that was nearly empty when it was last looked at', async () => {
    await analyzeNearlyEmpty(service.db, await addEndpoint(service, 'http://127.0.0.1:9/'))
    for (let i = 0; i < 10; i++) {
      const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
      await enqueue(service.db, merchantId, { count: 400 })
    }
    const plans = await plansOfClaims('first', 8)
    for (const node of plans.flatMap(withAllBelow)) {
      const reads = withAllBelow(node).map(below => below['Relation Name'] ?? '')
      if (/Sort/.test(node['Node Type'])) expect(reads).not.toContain('delivery_queue')
      if (node['Relation Name'] === 'delivery_queue') expect(rowsRead(node)).toBeLessThanOrEqual(400)
    }
    await service.db`delete from delivery_queue`
  })

  it('is not preceded by a look that reads or sorts a queue which has been short', async () => {
    const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
    await service.db`truncate delivery_queue`
    await enqueue(service.db, merchantId)
    await service.db`analyze delivery_queue`
    const { db, plans } = await openExplained(service.config.databaseUrl)
    for (let i = 0; i < 8; i++) await mayHaveWork(db, new Date())
    await enqueue(service.db, merchantId, { count: 4000 })
    expect(await mayHaveWork(db, new Date())).toBe(true)
    expect(plans).toHaveLength(9)
    const last = plans.slice(-1).flatMap(withAllBelow)
    for (const node of last) {
      expect(node['Node Type']).not.toMatch(/Sort/)
      if (node['Relation Name'] === 'delivery_queue') expect(rowsRead(node)).toBeLessThanOrEqual(50)
    }
    await service.db`delete from delivery_queue`
  })

  it.each(['first', 'again'] as const)('neither reads nor sorts a queue (%s attempts)', async line => {
    const attempt = line === 'first' ? 1 : 2
    for (let i = 0; i < 20; i++) {
      const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
      await enqueue(service.db, merchantId, { count: i === 7 ? 4000 : 20, attempt })
    }
    await service.db`analyze`
    const plans = await plansOfClaims(line, 8)
    expect(plans).toHaveLength(8)
    const growing = ['delivery_queue', 'deliveries', 'events', 'delivery_attempts']
    for (const node of plans.flatMap(withAllBelow)) {
      const reads = withAllBelow(node).map(below => below['Relation Name'] ?? '')
      if (node['Node Type'] === 'Seq Scan') expect(growing).not.toContain(node['Relation Name'])
      if (/Sort/.test(node['Node Type'])) expect(reads).not.toContain('delivery_queue')
      if (node['Relation Name'] === 'delivery_queue') expect(node['Actual Rows']).toBeLessThanOrEqual(256)
    }
  })
})
