import { expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { holdThreads } from '../support/held-threads.ts'
import { startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from './queue.ts'

const service = useService()

it('callbacks to host names arrive while every thread of the pool is busy', async () => {
  const receiver = await startReceiver()
  const merchantId = await addEndpoint(service, receiver.url.replace('127.0.0.1', 'localhost'))
  const worker = startWorker(service)
  holdThreads()
  await enqueue(service.db, merchantId)
  worker.wake()
  const delivered = async () =>
    expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'delivered', attempts: 1 }])
  await waitFor(delivered)
})
