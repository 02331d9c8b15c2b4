const day = 86_400_000
const cursorOf = position => `cursor=${Buffer.from(position).toString('base64url')}`
const daysAgo = days => new Date(Date.now() - days * day).toISOString()

/** Every list that the console or a merchant opens. Filters by id use a payment from the middle of the table. */
export async function listsOf(db) {
  const [{ payments }] = await db`select count(*)::int as payments from payments`
  const half = Math.floor(payments * 0.4)
  const [middle] = await db`
    select * from payments where status = 'succeeded' order by created_at offset ${half} limit 1`
  const { merchantId, paymentId, orderRef, processorPaymentId } = middle
  const [event] =
    await db`select * from events where merchant_id = ${merchantId} and payment_id = ${paymentId}`
  const [delivery] = await db`
    select * from deliveries where merchant_id = ${merchantId} and event_id = ${event.eventId}`
  const deep = {
    payments: cursorOf(`${merchantId} ${paymentId}`),
    events: cursorOf(`${event.receivedAt.getTime()}.${event.eventId}`),
    deliveries: cursorOf(delivery.deliveryId),
    entries: cursorOf(`${paymentId} capture`),
    own: cursorOf(paymentId),
  }
  const m = `merchantId=${merchantId}`
  const admin = {
    Overview: '/overview',
    'Overview, a day': `/overview?from=${daysAgo(1)}`,
    'Overview, a year': `/overview?from=${daysAgo(360)}`,
    'Overview, a merchant': `/overview?${m}`,
    Stats: '/stats',
    'Stats, a merchant': `/stats?${m}`,
    Payments: '/payments',
    'Payments, deep in': `/payments?${deep.payments}`,
    'Payments, a merchant': `/payments?${m}`,
    'Payments, a merchant, deep in': `/payments?${m}&${deep.payments}`,
    'Payments, succeeded': '/payments?status=succeeded',
    'Payments, refunded': '/payments?status=refunded',
    'Payments, processing (none)': '/payments?status=processing',
    'Payments, requires_payment_method': '/payments?status=requires_payment_method',
    'Payments, declined': '/payments?status=declined',
    'Payments, a merchant, declined': `/payments?${m}&status=declined`,
    'Payments, disputed': '/payments?disputed=true',
    'Payments, a merchant, disputed': `/payments?${m}&disputed=true`,
    'Payments, disputed in 30 days': `/payments?disputedFrom=${daysAgo(30)}`,
    'Payments, refunded, whole or in part': '/payments?refunded=true',
    'Payments, refunded in 30 days': `/payments?refundedFrom=${daysAgo(30)}`,
    'Payments, refunded in 90 days': `/payments?refundedFrom=${daysAgo(90)}`,
    'Payments, a merchant, canceled': `/payments?${m}&status=canceled`,
    'Payments, an order': `/payments?orderRef=${orderRef}`,
    'Payments, an unknown order': '/payments?orderRef=nothing',
    'Payments, manual (none)': '/payments?method=manual',
    'Payments, a currency (none)': '/payments?currency=eur',
    'Payments, an amount': '/payments?amountFrom=1000&amountTo=1100',
    'Payments, an amount (none)': '/payments?amountFrom=900000',
    'Payments, a day long ago': `/payments?createdFrom=${daysAgo(60)}&createdTo=${daysAgo(59)}`,
    'Payment and its timeline': `/payments/${paymentId}`,
    Callbacks: '/deliveries',
    'Callbacks, deep in': `/deliveries?${deep.deliveries}`,
    'Callbacks, pending (none)': '/deliveries?state=pending',
    'Callbacks, delivered': '/deliveries?state=delivered',
    'Callbacks, dead (none)': '/deliveries?state=dead',
    'Callbacks, a merchant, dead (none)': `/deliveries?${m}&state=dead`,
    'Callbacks, a type': '/deliveries?type=charge.refunded',
    'Callbacks, a type (none)': '/deliveries?type=charge.dispute.created',
    'Callbacks, a merchant, a type (none)': `/deliveries?${m}&type=charge.dispute.created`,
    Callback: `/deliveries/${delivery.deliveryId}`,
    Events: '/events',
    'Events, deep in': `/events?${deep.events}`,
    'Events, a merchant': `/events?${m}`,
    'Events, a type': '/events?type=charge.refunded',
    'Events, a type (none)': '/events?type=charge.dispute.created',
    'Events, a merchant, a type (none)': `/events?${m}&type=charge.dispute.created`,
    'Events, a payment': `/events?paymentId=${paymentId}`,
    'Events, delivered': '/events?state=delivered',
    'Events, pending (none)': '/events?state=pending',
    'Events, dead (none)': '/events?state=dead',
    'Events, a merchant, dead (none)': `/events?${m}&state=dead`,
    'Open operations': '/operations',
    'Ledger entries': `/ledger/entries?${m}`,
    'Ledger entries, deep in': `/ledger/entries?${m}&${deep.entries}`,
    'Ledger entries, a currency (none)': `/ledger/entries?${m}&currency=eur`,
    'Ledger balances': `/ledger/balances?${m}`,
    'Ledger statement, 30 days': `/ledger/statement?${m}`,
    Merchants: '/merchants',
    'Merchants, by name': '/merchants?search=merchant',
    'Merchants, failing (none)': '/merchants?failing=true',
    'Merchants, suspended (none)': '/merchants?suspended=true',
    Activity: '/audit',
    'Search, payment id': `/search?q=${paymentId}`,
    'Search, processor’s id': `/search?q=${processorPaymentId}`,
    'Search, order': `/search?q=${orderRef}`,
    'Search, event id': `/search?q=${event.eventId}`,
    'Search, delivery id': `/search?q=${delivery.deliveryId}`,
    'Search, merchant id': `/search?q=${merchantId}`,
    'Search, account id': `/search?q=${middle.accountId}`,
    'Search, nothing': '/search?q=nothing-at-all',
  }
  const own = {
    'Merchant’s payments': '/payments',
    'Merchant’s payments, deep in': `/payments?${deep.own}`,
    'Merchant’s payments, canceled': '/payments?status=canceled',
    'Merchant’s payments, processing (none)': '/payments?status=processing',
    'Merchant’s payments, an order': `/payments?orderRef=${orderRef}`,
    'Merchant’s payments, a day': `/payments?createdFrom=${daysAgo(60)}&createdTo=${daysAgo(59)}`,
    'Merchant’s payment': `/payments/${paymentId}`,
    'Merchant’s events': '/events',
    'Merchant’s events, deep in': `/events?${deep.events}`,
    'Merchant’s events, a type (none)': '/events?type=charge.dispute.created',
    'Merchant’s events, a payment': `/events?paymentId=${paymentId}`,
  }
  const under = (base, paths) =>
    Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, base + path]))
  return { payments, merchantId, lists: { ...under('/admin/v1', admin), ...under('/v1', own) } }
}
