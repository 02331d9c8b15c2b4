import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/db.ts'

export interface WakeCalls {
  /** Something was queued. Calls in quick succession are sent as one: a worker takes all there is anyway. */
  send(): void
  /** Calls `wake` when another process queued something, and whenever the connection is made anew. */
  receive(wake: () => void): void
}

const channel = 'svcpay_callbacks'
const quietMs = 20

/** Between processes, beside all transactions. A call that is lost is made up for by the workers' polling. */
export function createWakeCalls(db: Db, log: FastifyBaseLogger): WakeCalls {
  const self = randomUUID()
  let wanted = false
  let sending = false

  async function sendAll(): Promise<void> {
    while (wanted) {
      wanted = false
      await db.notify(channel, self).catch(error => log.debug({ err: error }, 'no wake call was sent'))
      await setTimeout(quietMs, undefined, { ref: false })
    }
    sending = false
  }

  return {
    send() {
      wanted = true
      if (sending) return
      sending = true
      void sendAll()
    },
    receive(wake) {
      const fromOthers = (sender: string) => {
        if (sender !== self) wake()
      }
      db.listen(channel, fromOthers, wake).catch(error =>
        log.warn({ err: error }, 'no wake calls are received; callbacks are polled for'),
      )
    },
  }
}
