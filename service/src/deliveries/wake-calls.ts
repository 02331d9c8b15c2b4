import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/db.ts'

const channel = 'svcpay_callbacks'
const quietMs = 20
/** More ids would not fit into one notification; then all workers look for themselves. */
const maxMerchants = 200

/** Wakes workers in other processes, outside transactions. If a call is lost, the workers' polling makes up for it. */
export function createWakeCalls(db: Db, log: FastifyBaseLogger) {
  const self = randomUUID()
  /** Merchant ids; an empty one means all merchants. */
  let wanted = new Set<string>()
  let sending = false

  async function sendAll(): Promise<void> {
    while (wanted.size > 0) {
      const merchants = wanted.has('') || wanted.size > maxMerchants ? [] : [...wanted]
      wanted = new Set()
      await db
        .notify(channel, [self, ...merchants].join(' '))
        .catch(error => log.debug({ err: error }, 'could not send a wake-up call'))
      await setTimeout(quietMs, undefined, { ref: false })
    }
    sending = false
  }

  return {
    /** Announces that callbacks were queued, for one merchant or, without an id, for any. Combines calls in quick succession. */
    send(merchantId = ''): void {
      wanted.add(merchantId)
      if (sending) return
      sending = true
      void sendAll()
    },
    /** Calls `wake` when another process queued something, and after every reconnection. */
    receive(wake: (merchantId?: string) => void): void {
      const fromOthers = (payload: string) => {
        const [sender, ...merchants] = payload.split(' ')
        if (sender === self) return
        if (merchants.length === 0) wake()
        for (const merchantId of merchants) wake(merchantId)
      }
      db.listen(channel, fromOthers, () => wake()).catch(error =>
        log.warn({ err: error }, 'cannot receive wake-up calls; polling for callbacks instead'),
      )
    },
  }
}
