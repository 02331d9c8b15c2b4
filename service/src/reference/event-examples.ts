const created = 1773480413
const account = 'acct_1Q0sandbox'
const metadata = { svcPaymentId: 'svcpay_01jd3k5v8xemw9g6t2q4r7y0zb', orderRef: 'order-1001' }

export const intent = {
  id: 'pi_3Q0sandbox',
  object: 'payment_intent',
  status: 'succeeded',
  amount: 4999,
  amount_capturable: 0,
  amount_received: 4999,
  currency: 'usd',
  metadata,
  last_payment_error: null,
}

export const charge = {
  id: 'ch_3Q0sandbox',
  object: 'charge',
  amount: 4999,
  amount_refunded: 1000,
  refunded: false,
  currency: 'usd',
  payment_intent: 'pi_3Q0sandbox',
  metadata,
}

export const dispute = {
  id: 'du_1Q0sandbox',
  object: 'dispute',
  amount: 4999,
  currency: 'usd',
  charge: 'ch_3Q0sandbox',
  payment_intent: 'pi_3Q0sandbox',
  reason: 'fraudulent',
  status: 'needs_response',
}

export const connectedAccount = {
  id: account,
  object: 'account',
  charges_enabled: true,
  payouts_enabled: true,
  details_submitted: true,
  requirements: { currently_due: [], past_due: [], disabled_reason: null },
}

export function eventExample(type: string, object: object, previous?: object): object {
  return {
    id: 'evt_1Q0sandbox',
    object: 'event',
    type,
    created,
    account,
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
  }
}
