import { expect, it, onTestFinished } from 'vitest'
import { openDb } from '../../service/src/db/db.ts'
import { databaseForThisTest } from '../../service/test/support/database.ts'
import { startChild } from '../src/children.js'
import { createConnections } from '../src/connections.js'
import { addMerchants } from '../src/merchants.js'
import { requestsOf } from '../src/requests.js'
import { startService } from '../src/service.js'

/** About 125 when this was written, 137 on a busy machine; `npm run bench -- B2 --allocations` shows where. */
const mostKb = 150

it('creating a payment allocates about as much memory as before', async () => {
  const databaseUrl = await databaseForThisTest()
  const db = openDb(databaseUrl, { maxConnections: 1 })
  onTestFinished(() => db.end())
  const apiKeys = (await addMerchants(db, 1)).map(({ apiKey }) => apiKey)
  const processor = await startChild('processes/processor')
  onTestFinished(processor.stop)
  const service = await startService({
    databaseUrl,
    processorUrl: processor.ready,
    role: 'api',
    allocations: true,
  })
  onTestFinished(service.stop)
  const connections = createConnections(Number(new URL(service.url).port))
  const next = requestsOf('create', { apiKeys })
  // one at a time, so that none shares a statement with another
  const create = async (count: number) => {
    for (let i = 0; i < count; i++) expect(await connections.ask(next())).toBe(200)
  }
  await create(500)
  await service.allocations?.('begin')
  await create(200)
  const counted = await service.allocations?.('end')
  expect(counted?.bytes / 200 / 1024).toBeLessThan(mostKb)
})
