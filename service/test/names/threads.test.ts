import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createStripeClient } from '../../src/processors/stripe/client.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from '../deliveries/queue.ts'
import { holdThreads } from '../support/held-threads.ts'
import { startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { ownTurns } from '../support/turns.ts'

const service = useService()

/** Answers with the requested host name, as Stripe would. */
async function startProcessor(): Promise<number> {
  const server = createServer((_request, response) => response.end('{"id":"acct_1","object":"account"}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('while every thread of the pool is taken', () => {
  it('callbacks to names arrive', async () => {
    const receiver = await startReceiver()
    const merchantId = await addEndpoint(service, receiver.url.replace('127.0.0.1', 'localhost'))
    const worker = startWorker(service)
    holdThreads()
    await enqueue(service.db, merchantId)
    worker.wake()
    const delivered = async () =>
      expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'delivered', attempts: 1 }])
    await vi.waitFor(delivered, { timeout: 30_000 })
  })

  it('the processor is reached by its name', async () => {
    const apiBase = `http://localhost:${await startProcessor()}`
    const stripe = createStripeClient({
      secretKey: 'sk_test_x',
      apiBase,
      turns: ownTurns(),
      timeoutMs: 10_000,
    })
    holdThreads()
    expect(await stripe.accounts.retrieve('acct_1')).toMatchObject({ id: 'acct_1' })
  })
})
