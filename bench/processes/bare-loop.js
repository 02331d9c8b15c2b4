import { bareCallback, createBareSender } from '../src/callbacks.js'
import { serveTasks, settingsOfChild } from '../src/children.js'

// The floor for callbacks: it reads nothing and stores nothing.
const { receiverUrl, merchants, concurrency } = settingsOfChild()
const send = createBareSender(receiverUrl, concurrency)

serveTasks(null, {
  async run({ count }) {
    let next = 0
    const sendInTurn = async () => {
      for (let n = next++; n < count; n = next++) await send(bareCallback(n, merchants))
    }
    await Promise.all(Array.from({ length: concurrency }, sendInTurn))
  },
})
