import type { Tracer } from '../../tracing/tracer.ts'
import type { Sender } from './send.ts'

/** The same sender with a span for each attempt, under the span of the event. The receiver is told of it. */
export function traced(sender: Sender, tracer: Tracer): Sender {
  return {
    close: sender.close,
    send(outgoing) {
      const { headers } = outgoing
      const wanted = {
        name: `callback ${headers['svc-event-type']}`,
        kind: 'client',
        parent: headers.traceparent ?? null,
        attributes: {
          'http.request.method': 'POST',
          'svcpay.event_id': headers['svc-event-id'],
          'svcpay.payment_id': headers['svc-payment-id'],
          'svcpay.attempt': Number(headers['svc-delivery-attempt']),
        },
      } as const
      return tracer.run(wanted, async span => {
        const sent = await sender.send({
          ...outgoing,
          headers: { ...headers, traceparent: span.traceparent },
        })
        span.set({ 'http.response.status_code': sent.status })
        if (sent.error !== null) span.fail(sent.error)
        return sent
      })
    },
  }
}
