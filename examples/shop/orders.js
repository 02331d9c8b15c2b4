import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Orders in a file, one line for each change. In a database this would be a table of orders and a table of events with a
 * unique index on their ids. What matters is the same: an event and what it changes are stored in one write.
 */
export function openOrders(file) {
  const orders = new Map()
  const events = new Set()

  function apply({ order, eventId }) {
    orders.set(order.id, order)
    if (eventId) events.add(eventId)
  }

  function record(order, eventId = null) {
    appendFileSync(file, `${JSON.stringify({ order, eventId })}\n`, { flush: true })
    apply({ order, eventId })
  }

  mkdirSync(dirname(file), { recursive: true })
  const kept = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const whole = kept.subarray(0, kept.lastIndexOf('\n') + 1)
  // An incomplete line: the machine stopped while writing it, before anyone was told.
  if (whole.length < kept.length) truncateSync(file, whole.length)
  for (const line of whole.toString().split('\n').slice(0, -1)) apply(JSON.parse(line))

  return {
    find: id => orders.get(id),

    place({ item, amountCents, currency }) {
      const id = `order-${randomUUID()}`
      record({ id, item, amountCents, currency, svcPaymentId: null, status: 'awaiting_payment' })
      return id
    },

    paymentCreated(id, svcPaymentId) {
      const order = orders.get(id)
      if (order?.svcPaymentId === null) record({ ...order, svcPaymentId })
    },

    /**
     * Callbacks arrive twice, late and in any order. Returns true only if the event is new and still changes the order.
     * There is no await between the check and the write, so of two events at the same moment only one is the first.
     */
    updateStatus(id, status, eventId) {
      const order = orders.get(id)
      if (events.has(eventId) || order.status === 'fulfilled') return false
      record({ ...order, status }, eventId)
      return true
    },
  }
}
