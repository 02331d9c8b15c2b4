import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, enqueue, startWorker } from './queue.ts'

const service = useService()

describe('a worker with nothing to send', () => {
  it('makes one short query per poll, and sends as soon as something is due', async () => {
    const receiver = await startReceiver()
    const merchantId = await addEndpoint(service, receiver.url)
    // a delivery that waits for its next attempt must not cause further queries
    await enqueue(service.db, merchantId, { attempt: 2, dueAt: new Date(Date.now() + 3_600_000) })
    const worker = startWorker(service)
    const sent: string[] = []
    worker.db.options.debug = (_connection, text) => {
      if (!text.includes('callback_workers')) sent.push(text.trim())
    }
    const looks = Array(20).fill(expect.stringMatching(/^select due_at from delivery_queue limit \$1$/))
    await waitFor(() => expect(sent.slice(-20)).toEqual(looks))
    await enqueue(service.db, merchantId)
    await waitFor(() => expect(receiver.received).toHaveLength(1))
  })
})
