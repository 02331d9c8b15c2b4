import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { createNames } from '../../src/deliveries/sending/names.ts'
import { startNameServer, type Zone } from '../support/name-server.ts'
import { startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from './queue.ts'

const service = useService()
const timeoutMs = 20_000

const attemptsOf = (merchants: string[]) => service.db`
  select a.error, a.duration_ms, e.failures_in_a_row from delivery_attempts a
    join callback_endpoints e on e.merchant_id = a.merchant_id
  where a.merchant_id = any(${merchants})`

describe('a name server that does not answer for some names', () => {
  it('delays only the endpoints of those names, and is asked for each name once at a time', async () => {
    const hosts = Array.from({ length: 24 }, (_, i) => `silent${i}.example`)
    const silent = await Promise.all(hosts.map(host => addEndpoint(service, `http://${host}/callbacks`)))
    for (const merchantId of silent) await enqueue(service.db, merchantId, { count: 2 })
    const zone: Zone = Object.fromEntries(hosts.map(host => [host, { silent: 'all' }]))
    zone['well.example'] = { a: ['127.0.0.1'] }
    const server = await startNameServer(zone)
    const names = createNames({ servers: [server.address] })
    const worker = startWorker(service, { settings: { timeoutMs }, names })
    const askedFor = (name: string) => server.asked.filter(asked => asked.name === name)
    await waitFor(() => expect(new Set(server.asked.map(({ name }) => name)).size).toBe(24), { interval: 5 })

    const receiver = await startReceiver()
    const well = await addEndpoint(service, receiver.url.replace('127.0.0.1', 'well.example'))
    const nameless = await addEndpoint(service, receiver.url)
    for (let i = 1; i <= 10; i++) {
      await Promise.all([well, nameless].map(merchantId => enqueue(service.db, merchantId)))
      worker.wake()
      await waitFor(() => expect(receiver.received).toHaveLength(2 * i), { interval: 2 })
      // under any load, a callback to a name takes hardly longer than one to an address
      const [one, other] = receiver.received.slice(-2).map(({ at }) => at)
      expect((other ?? 0) - (one ?? 0)).toBeLessThan(timeoutMs / 2)
    }
    // two deliveries are in flight to each, and share one query
    await waitFor(() => {
      const first = askedFor('silent0.example')
      expect(first.filter(({ type }) => type === 'A')).toHaveLength(first.length / 2)
    })

    await waitFor(async () => expect((await attemptsOf(silent)).length).toBe(48))
    for (const { error, durationMs } of await attemptsOf(silent)) {
      expect(error).toMatch(
        /^no name server answered in time for the host name silent\d+\.example \(EAI_AGAIN\)$/,
      )
      expect(durationMs).toBeLessThan(timeoutMs)
    }
    const delivered = async () =>
      expect(await statesOf(service.db, well)).toEqual(Array(10).fill({ state: 'delivered', attempts: 1 }))
    await waitFor(delivered)
    expect(new Set((await attemptsOf([well])).map(({ failuresInARow }) => failuresInARow))).toEqual(
      new Set([0]),
    )
  })
})
