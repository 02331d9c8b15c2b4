import PgBoss from 'pg-boss'
import { bareCallback, createBareSender } from '../src/callbacks.js'
import { serveTasks, settingsOfChild } from '../src/children.js'

// The same callbacks from pg-boss, in large batches, because its workers poll no more often than every half second.
const { databaseUrl, receiverUrl, merchants, concurrency } = settingsOfChild()
const send = createBareSender(receiverUrl, concurrency)
const boss = new PgBoss({ connectionString: databaseUrl, max: 10, supervise: false, schedule: false })
boss.on('error', error => console.error(error))
await boss.start()
const name = 'callbacks'
await boss.createQueue(name)
const workers = 4
const batchSize = 500

serveTasks(null, {
  async prepare({ count }) {
    await boss.insert(Array.from({ length: count }, (_, n) => ({ name, data: bareCallback(n, merchants) })))
  },
  async run({ count }) {
    let done = 0
    let finished
    const all = new Promise(resolve => {
      finished = resolve
    })
    const handle = async jobs => {
      await Promise.all(jobs.map(({ data }) => send(data)))
      done += jobs.length
      if (done >= count) finished()
    }
    const options = { batchSize, pollingIntervalSeconds: 0.5 }
    for (let i = 0; i < workers; i++) await boss.work(name, options, handle)
    await all
    await boss.offWork(name)
  },
})
