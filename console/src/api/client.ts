import createClient from 'openapi-fetch'
import { problemFrom, unreachable } from './problem.ts'
import type { operations, paths } from './schema.ts'
import { visible } from './visible.ts'

/** Guards the cookie session against forged calls: no other site's page can send this header. */
const headers = { 'Svc-Console': '1' }

/** Only `command.ts` may use it to change something. */
export const client = createClient<paths>({ baseUrl: location.origin, headers })

/** For reading only. */
export const api = { GET: client.GET }

let asking = new AbortController()
const watchers = new Set<() => void>()

/**
 * Aborts calls in progress and refuses new ones, which the service would refuse anyway. Calls about the session are not
 * affected.
 */
export function stopAsking(): void {
  asking.abort()
  for (const watcher of watchers) watcher()
}

export function askAgain(): void {
  asking = new AbortController()
  for (const watcher of watchers) watcher()
}

export const isAsking = () => !asking.signal.aborted

/** Calls the watcher when calls stop or may start again. */
export function watchAsking(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

client.use({
  onRequest: ({ request, schemaPath }) =>
    schemaPath.startsWith('/console/')
      ? undefined
      : new Request(request, { signal: AbortSignal.any([request.signal, asking.signal]) }),
  async onResponse({ response }) {
    if (!response.ok) throw await problemFrom(response)
  },
  onError: ({ error }) => (error instanceof TypeError ? unreachable() : undefined),
})

/**
 * The body of a successful call, safe to show. Throws a problem for any other answer. Files, which are text, are
 * fetched by links instead.
 */
export async function bodyOf<T>(call: Promise<{ data?: T }>): Promise<Exclude<T, string>> {
  const { data } = await call
  return visible(data as Exclude<T, string>)
}

type JsonOf<R> = R extends { content: { 'application/json': infer Body } } ? Body : never

/** The body of an operation's answer, by its operationId. */
export type Answer<Id extends keyof operations> = operations[Id] extends { responses: infer Responses }
  ? JsonOf<Responses[keyof Responses & (200 | 201)]>
  : never

export type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

/** The request body of an operation. */
export type BodyFor<Id extends keyof operations> = JsonOf<NonNullable<operations[Id]['requestBody']>>

/** One item of a paged list. */
export type Item<Id extends keyof operations> = Answer<Id> extends { data: (infer Row)[] } ? Row : never

export interface PageOf<Row> {
  data: Row[]
  nextCursor: string | null
}

/** All pages of a list. */
export async function everyItem<Row>(fetchPage: (cursor: string | undefined) => Promise<PageOf<Row>>) {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await fetchPage(cursor)
    rows.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return rows
}
