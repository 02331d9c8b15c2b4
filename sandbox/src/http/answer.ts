import { serializeSnapshot } from '../events/serialize-snapshot.ts'
import { publicPart } from '../payment-intents/serialize.ts'
import type { Snapshot, Tables } from '../store/records.ts'
import type { ApiError } from './api-error.ts'
import { expandBody } from './expand.ts'
import type { FormHash } from './form.ts'
import { list, text } from './params.ts'
import type { Reply } from './router.ts'

/** What goes over the wire, and the object it shows if it is just one. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly object: Snapshot | null
}

export function answerOf(reply: Reply, form: FormHash, tables: Tables, publishable: boolean): Answer {
  if ('refusal' in reply) return refusalAnswer(reply.refusal, publishable)
  const expand = list(text)(form.expand, 'expand')
  if ('object' in reply && !expand) return objectAnswer(reply.object)
  const body = bodyOf(reply)
  return { status: 200, text: JSON.stringify(expand ? expandBody(body, expand, tables) : body), object: null }
}

export function objectAnswer(object: Snapshot): Answer {
  return { status: 200, text: JSON.stringify(serializeSnapshot(object)), object }
}

/** A browser sees no more of the payment in an error than it sees otherwise. */
export function refusalAnswer({ status, body }: ApiError, publishable = false): Answer {
  const intent = body.payment_intent
  const error = publishable && intent ? { ...body, payment_intent: publicPart(intent) } : body
  return { status, text: JSON.stringify({ error }), object: null }
}

function bodyOf(reply: Exclude<Reply, { refusal: ApiError }>): object {
  if ('body' in reply) return reply.body
  if ('object' in reply) return serializeSnapshot(reply.object)
  const { url, items, hasMore } = reply.page
  return { object: 'list', data: items.map(serializeSnapshot), has_more: hasMore, url }
}
