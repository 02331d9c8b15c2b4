/** The message for the cashier if the reader cannot be used. */
export class ReaderError extends Error {}

const explanations = {
  terminal_reader_offline: 'The reader is offline. Check its power and network.',
  terminal_reader_busy: 'The reader is busy with another payment.',
  terminal_reader_timeout: 'The reader did not answer in time.',
}

/**
 * Controls card readers through Stripe's API, with a key of the merchant's own account, to which the readers and the
 * payments belong. svcpay registers readers and creates the payments; it is never between a reader and a card.
 */
export function createReaders({ baseUrl, secretKey }) {
  async function call(method, path, form) {
    const headers = { authorization: `Bearer ${secretKey}` }
    const body = form ? new URLSearchParams(form) : null
    const response = await fetch(`${baseUrl}/v1/terminal/readers/${path}`, { method, headers, body })
    /** @type {any} */
    const answer = await response.json()
    if (response.ok) return answer
    throw new ReaderError(
      explanations[answer.error?.code] ?? answer.error?.message ?? 'The reader cannot be used.',
    )
  }

  return {
    find: id => call('GET', id),
    /** The reader now asks for a card. */
    start: (id, paymentIntent) =>
      call('POST', `${id}/process_payment_intent`, { payment_intent: paymentIntent }),
    stop: id => call('POST', `${id}/cancel_action`),
  }
}
