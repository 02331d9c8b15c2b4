import { Histogram } from 'prom-client'
import type { Tracer } from '../../tracing/tracer.ts'
import type { Sender, SendResult } from './send.ts'

/** Created before the registry exists; the app registers it. */
export function createCallbackMetrics() {
  const seconds = new Histogram({
    name: 'svcpay_callback_attempt_seconds',
    help: 'Duration of callback attempts by answer: 2xx, 3xx, 4xx, 5xx or none',
    labelNames: ['answer'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [],
  })
  const observed = ({ send, close }: Sender): Sender => ({
    close,
    async send(outgoing) {
      const sent = await send(outgoing)
      seconds.observe({ answer: answerOf(sent) }, sent.durationMs / 1000)
      return sent
    },
  })
  return { observed, metrics: [seconds] }
}

function answerOf({ status }: SendResult): string {
  return status === null ? 'none' : `${Math.floor(status / 100)}xx`
}

/** Adds a span for each attempt, a child of the event's span, and passes it on to the receiver. */
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
