import { isForwarded } from 'svcpay/dist/deliveries/forwarded-types.js'
import { verifyLedger } from 'svcpay/dist/ledger/verify.sql.js'

/** Compares the processor, the payments, the ledger, the integrators' answers and the receiver's callbacks. */
export async function differences({ db, places }, merchants, told, received) {
  const found = []
  const { differences: unbalanced } = await verifyLedger(db)
  for (const difference of unbalanced)
    found.push({ ...difference, what: `ledger verify: ${difference.what}` })
  for (const merchant of merchants) {
    // one payment per key, across all processors
    const orders = new Set()
    for (const place of places) {
      if (merchant.accounts[place.name])
        found.push(...(await differencesAt({ db, ...place }, merchant, told, received, orders)))
    }
  }
  return found
}

async function differencesAt({ db, stripe, name }, merchant, told, received, orders) {
  const found = []
  const there = { stripeAccount: merchant.accounts[name] }
  const byOrder = new Map()
  const params = { limit: 100, expand: ['data.latest_charge'] }
  for await (const intent of stripe.paymentIntents.list(params, there)) {
    const { orderRef } = intent.metadata
    if (orders.has(orderRef)) found.push({ what: 'two payments for one key', orderRef })
    orders.add(orderRef)
    byOrder.set(orderRef, intent)
  }
  const refunds = new Map()
  for await (const refund of stripe.refunds.list({ limit: 100 }, there)) {
    refunds.set(refund.payment_intent, [...(refunds.get(refund.payment_intent) ?? []), refund])
  }
  for (const payment of told.payments.filter(one => one.merchant === merchant && one.processor === name)) {
    found.push(...(await differencesOf({ db, stripe }, payment, byOrder.get(payment.orderRef), refunds)))
  }
  return [...found, ...(await missingEvents({ db, stripe, name }, merchant, received))]
}

async function differencesOf({ db, stripe }, payment, intent, refundsOf) {
  const [ours] = await db`select * from payments where payment_id = ${payment.id}`
  if (!intent || !ours)
    return [{ what: 'a payment is missing', id: payment.id, intent: !!intent, ours: !!ours }]
  const charge = intent.latest_charge
  const released = charge?.captured ? charge.amount - charge.amount_captured : 0
  // a release is listed as a refund, too, and somebody may have refunded the same amount in the dashboard
  const listed = refundsOf.get(intent.id) ?? []
  const release = listed.findIndex(({ metadata, amount }) => amount === released && !metadata?.svcRefundId)
  const made = listed.filter((_, i) => i !== release)
  const ok = made.filter(({ status }) => status === 'succeeded' || status === 'pending')
  const sum = list => list.reduce((total, { amount }) => total + amount, 0)
  const byUs = made.filter(({ metadata }) => metadata?.svcRefundId)
  const [fee] = charge ? (await stripe.applicationFees.list({ charge: charge.id })).data : []
  const [ledger] = await db`
    select coalesce(sum(platform_fees_cents), 0)::int as fees, coalesce(-sum(customer_cents), 0)::int as paid
    from ledger_entries where payment_id = ${payment.id}`
  const status = intent.status === 'succeeded' ? /succeeded|refunded/ : new RegExp(`^${intent.status}$`)
  const pairs = [
    ['processor', payment.processor, ours.processor],
    ['requested refunds', payment.refundedCents, sum(byUs)],
    ['captured', intent.amount_received, ours.capturedCents],
    ['refunded', intent.status === 'succeeded' ? sum(ok) : 0, ours.refundedCents],
    ['kept as fee', fee ? fee.amount - fee.amount_refunded : 0, ledger.fees],
    ['paid', intent.amount_received - (intent.status === 'succeeded' ? sum(ok) : 0), ledger.paid],
  ]
  /** @type {object[]} */
  const found = pairs
    .filter(([, there, here]) => there !== here)
    .map(([what, there, here]) => ({ what, id: payment.id, there, here }))
  if (!status.test(ours.status))
    found.push({ what: 'status', id: payment.id, there: intent.status, here: ours.status })
  if (payment.canceled && intent.status !== 'canceled')
    found.push({ what: 'reported as canceled, but is not', id: payment.id })
  return found
}

async function missingEvents({ db, stripe, name }, merchant, received) {
  const found = []
  const rows = await db`
    select e.event_id, e.outcome, d.state from events e
      left join deliveries d using (merchant_id, processor, event_id) 
    where merchant_id = ${merchant.merchantId} and e.processor = ${name}`
  const recorded = new Map(rows.map(row => [row.eventId, row]))
  for await (const event of stripe.events.list({ limit: 100 }, { stripeAccount: merchant.accounts[name] })) {
    const row = recorded.get(event.id)
    if (!isForwarded(event.type)) continue
    if (!row) found.push({ what: 'an event is not recorded', id: event.id, type: event.type })
    else if (row.outcome !== 'ignored' && row.state !== 'delivered') {
      found.push({ what: 'an event is not delivered', id: event.id, type: event.type, ...row })
    } else if (row.state === 'delivered' && !received.has(event.id)) {
      found.push({ what: 'marked as delivered, but was not received', id: event.id })
    }
  }
  return found
}
