import { randomUUID } from 'node:crypto'
import type { paths } from './api.ts'
import { createLostAnswers, isDecided } from './lost-answers.ts'
import { createSend, type SendOptions } from './send.ts'

type Verb = 'get' | 'post'
type PathWith<V extends Verb> = {
  [Path in keyof paths]: [NonNullable<paths[Path][V]>] extends [never] ? never : Path
}[keyof paths]

type Json<T> = T extends { content: { 'application/json': infer Value } } ? Value : never
export type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? Json<NonNullable<Body>>
  : never
export type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never
export type AnswerOf<Operation> = Operation extends { responses: { 200: infer Answer } }
  ? Json<Answer>
  : never

interface Request<Operation> {
  /** Takes the place of `{id}` in the path. */
  id?: string
  query?: QueryOf<Operation>
  body?: BodyOf<Operation>
  idempotencyKey?: string
  /** Generates a key; used if the caller gave none. */
  makeKey?: boolean
  signal?: AbortSignal | undefined
}

interface CallOptions extends SendOptions {
  baseUrl: string
  apiKey: string
}

/** One call of the API, checked by the compiler against the service's own OpenAPI document. */
type Call = <V extends Verb, Path extends PathWith<V>>(
  verb: V,
  path: Path,
  request: Request<NonNullable<paths[Path][V]>>,
) => Promise<AnswerOf<NonNullable<paths[Path][V]>>>

export function createCall({ baseUrl, apiKey, ...options }: CallOptions): Call {
  const send = createSend(options)
  const lostAnswers = createLostAnswers()
  return async (verb, path, { id = '', query, body, idempotencyKey, makeKey = false, signal }) => {
    const url = `${baseUrl}${path.replace('{id}', encodeURIComponent(id))}${search(query)}`
    const text = body === undefined ? null : JSON.stringify(body)
    const sendWith = (key: string | undefined) =>
      send({
        method: verb.toUpperCase(),
        url,
        headers: {
          'x-api-key': apiKey,
          'user-agent': 'svcpay-client',
          accept: 'application/json',
          ...(text === null ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: text,
        signal,
      })
    if (!makeKey) return JSON.parse(await sendWith(idempotencyKey))

    const call = `${url} ${sorted(text)}`
    const key = lostAnswers.take(call) ?? randomUUID()
    const answer = await sendWith(key).catch(error => {
      if (!isDecided(error)) lostAnswers.keep(call, key)
      throw error
    })
    return JSON.parse(answer)
  }
}

/** The same fields in another order make the same call. */
function sorted(body: string | null): string {
  return JSON.stringify(Object.entries(JSON.parse(body ?? '{}')).sort())
}

function search(query: object = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) given.append(name, String(value))
  }
  return given.size === 0 ? '' : `?${given}`
}
