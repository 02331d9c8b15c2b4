import { EventTypeField, sample } from '../http/fields.ts'
import { header } from './callbacks.ts'
import { AnyObject, eventSchema, PaymentIntent } from './event-schemas.ts'
import { exampleOf } from './example-of.ts'
import type { Operation } from './openapi-types.ts'

const anyObject = AnyObject('What the event is about', exampleOf(PaymentIntent))
const schema = eventSchema('ProcessorEvent', EventTypeField, anyObject)

/**
 * What the processor sends us. The route itself declares none of it: the signature covers the raw bytes, so nothing
 * may be parsed before it is verified, and a missing one is an authentication failure rather than an invalid request.
 */
export function withProcessorsRequest(operation: Operation): Operation {
  return {
    ...operation,
    parameters: [
      ...(operation.parameters ?? []),
      header(
        'Stripe-Signature',
        'The processor’s signature over the raw body, made with the endpoint’s signing secret. At most 300 seconds old.',
        sample.signature,
      ),
    ],
    requestBody: {
      required: true,
      description: 'The processor’s event. At most 512 KiB.',
      content: { 'application/json': { schema, example: exampleOf(schema) } },
    },
  }
}
