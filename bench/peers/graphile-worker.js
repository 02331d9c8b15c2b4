import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { bareCallback, createBareSender } from '../src/callbacks.js'
import { serveTasks, settingsOfChild } from '../src/children.js'

// The same callbacks from graphile-worker, with its local queue and its batched completion.
const { databaseUrl, receiverUrl, merchants, concurrency } = settingsOfChild()
const send = createBareSender(receiverUrl, concurrency)
const logger = new Logger(() => () => {})
const preset = {
  worker: {
    connectionString: databaseUrl,
    concurrentJobs: concurrency,
    maxPoolSize: 10,
    pollInterval: 250,
    localQueue: { size: 500 },
    completeJobBatchDelay: 0,
    logger,
  },
}
const utils = await makeWorkerUtils({ connectionString: databaseUrl, logger })
await utils.migrate()

serveTasks(null, {
  async prepare({ count }) {
    const jobs = Array.from({ length: count }, (_, n) => {
      return { identifier: 'callback', payload: bareCallback(n, merchants) }
    })
    await utils.addJobs(jobs)
  },
  async run({ count }) {
    let done = 0
    let finished
    const all = new Promise(resolve => {
      finished = resolve
    })
    const callback = async payload => {
      await send(payload)
      done += 1
      if (done === count) finished()
    }
    const runner = await run({ preset, taskList: { callback } })
    await all
    await runner.stop()
  },
})
