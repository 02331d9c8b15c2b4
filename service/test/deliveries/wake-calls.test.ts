import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { openDb } from '../../src/db/db.ts'
import { createWakeCalls } from '../../src/deliveries/wake-calls.ts'
import { startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, enqueue, startWorker } from './queue.ts'

const service = useService()
const log = pino({ level: 'silent' })

/** To the database, this looks like another process. */
function another() {
  const db = openDb(service.config.databaseUrl)
  onTestFinished(() => db.end())
  return createWakeCalls(db, log)
}

async function listening(wake: () => void) {
  const connected = vi.fn(wake)
  const calls = another()
  calls.receive(connected)
  await waitFor(() => expect(connected).toHaveBeenCalled())
  connected.mockClear()
  return { calls, connected }
}

describe('a worker in another process', () => {
  it('is woken at once when the API queues something', async () => {
    const receiver = await startReceiver()
    const merchantId = await addEndpoint(service, receiver.url)
    await enqueue(service.db, merchantId, { dueAt: new Date(Date.now() + 3_600_000) })
    // polls so rarely that only a wake-up call can explain an arrival
    const worker = startWorker(service, { settings: { pollMs: 600_000 } })
    await listening(worker.wake)
    await service.admin('POST', '/deliveries/redeliver', { merchantId, state: 'pending' })
    await waitFor(() => expect(receiver.received).toHaveLength(1))
  })

  it('is woken again after its connection was lost', async () => {
    const { connected } = await listening(() => {})
    await service.db`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'listen%' and datname = current_database()`
    // deliveries may have been queued in the meantime, so a new connection counts as a call
    await waitFor(() => expect(connected).toHaveBeenCalledTimes(1))
    another().send()
    await waitFor(() => expect(connected).toHaveBeenCalledTimes(2))
  })
})

describe('wake-up calls', () => {
  it('in quick succession are combined, and the last one is never lost', async () => {
    const { connected } = await listening(() => {})
    const sender = another()
    for (let i = 0; i < 1000; i++) sender.send()
    await waitFor(() => expect(connected).toHaveBeenCalled())
    sender.send()
    const before = connected.mock.calls.length
    await expect.poll(() => connected.mock.calls.length).toBeGreaterThan(before)
    expect(connected.mock.calls.length).toBeLessThan(10)
  })

  it('do not wake the process that sent them', async () => {
    const { calls, connected } = await listening(() => {})
    calls.send()
    another().send()
    await waitFor(() => expect(connected).toHaveBeenCalledTimes(1))
  })
})
