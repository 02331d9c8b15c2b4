import type { Snapshot } from '../records/snapshot.ts'
import { publicPart } from '../shapes/payment-intent.ts'
import { serializeSnapshot } from '../shapes/snapshot.ts'
import type { Tx } from '../store/store.ts'
import type { ApiError, ErrorBody } from './errors.ts'
import { expandBody } from './expand.ts'
import type { FormHash } from './form.ts'
import { list, text } from './params.ts'
import type { Reply } from './route.ts'

/** The answer to send, with the object in it if there is exactly one. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly object: Snapshot | null
}

/** Who receives the answer: a browser, which sees less, or a server, which gets a link to the request log. */
export type Reader = { readonly isBrowser: true } | { readonly isBrowser: false; readonly logUrl: string }

export function answerOf(reply: Reply, form: FormHash, tx: Tx, reader: Reader): Answer {
  if ('refusal' in reply) return refusalAnswer(reply.refusal, reader)
  const expand = list(text)(form.expand, 'expand')
  if ('object' in reply && !expand) return objectAnswer(reply.object)
  const body = bodyOf(reply)
  return {
    status: 'body' in reply ? (reply.status ?? 200) : 200,
    text: toJson(expand ? expandBody(body, expand, tx) : body),
    object: null,
  }
}

export function objectAnswer(object: Snapshot): Answer {
  return { status: 200, text: toJson(serializeSnapshot(object)), object }
}

/** Without a reader, the request was refused before its caller was known. */
export function refusalAnswer({ status, body }: ApiError, reader?: Reader): Answer {
  return { status, text: toJson({ error: reader ? errorFor(reader, body) : body }), object: null }
}

/** In an error, too, a browser sees only the public part of the payment. */
function errorFor(reader: Reader, body: ErrorBody): object {
  if (!reader.isBrowser) return { ...body, request_log_url: reader.logUrl }
  return body.payment_intent ? { ...body, payment_intent: publicPart(body.payment_intent) } : body
}

/** Indented, like Stripe's answers. */
function toJson(body: object): string {
  return JSON.stringify(body, null, 2)
}

function bodyOf(reply: Exclude<Reply, { refusal: ApiError }>): object {
  if ('body' in reply) return reply.body
  if ('object' in reply) return serializeSnapshot(reply.object)
  const { url, items, hasMore, nextPage } = reply.page
  const data = items.map(serializeSnapshot)
  if (nextPage === undefined) return { object: 'list', data, has_more: hasMore, url }
  return { object: 'search_result', data, has_more: hasMore, next_page: nextPage, url }
}
