import createClient from 'openapi-fetch'
import { problemFrom, unreachable } from './problem.ts'
import type { operations, paths } from './schema.ts'

/** The header no other site's page can send along: it guards the cookie session against forged calls. */
export const consoleHeader = { 'Svc-Console': '1' }

export const api = createClient<paths>({ baseUrl: location.origin, headers: consoleHeader })

let asking = new AbortController()

/** Ends every call under way and refuses new ones: signing out, an answer could only be a refusal. */
export const stopAsking = () => asking.abort()

export const askAgain = () => {
  asking = new AbortController()
}

api.use({
  onRequest: ({ request }) => new Request(request, { signal: asking.signal }),
  async onResponse({ response }) {
    if (!response.ok) throw await problemFrom(response)
  },
  onError: ({ error }) => (error instanceof TypeError ? unreachable() : undefined),
})

/** The body of a call that went well; anything else has thrown a problem before. */
export async function bodyOf<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call
  return data as T
}

type JsonOf<R> = R extends { content: { 'application/json': infer Body } } ? Body : never

/** The body of an operation's answer, by its operationId. */
export type Answer<Id extends keyof operations> = operations[Id] extends { responses: infer Responses }
  ? JsonOf<Responses[keyof Responses & (200 | 201)]>
  : never

export type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

/** One item of a paged list. */
export type Item<Id extends keyof operations> = Answer<Id> extends { data: (infer Row)[] } ? Row : never

export interface PageOf<Row> {
  data: Row[]
  nextCursor: string | null
}

/** A fresh key per intended action: a retry of the same click repeats it, a second click makes another. */
export const newIdempotencyKey = () => crypto.randomUUID()
