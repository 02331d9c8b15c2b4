import createClient from 'openapi-fetch'
import { problemFrom, unreachable } from './problem.ts'
import type { operations, paths } from './schema.ts'
import { visible } from './visible.ts'

/** Guards the cookie session against forged calls: no other site's page can send this header. */
const headers = { 'Svc-Console': '1' }

/** For `command.ts`, which alone changes something. */
export const client = createClient<paths>({ baseUrl: location.origin, headers })

/** Reads. */
export const api = { GET: client.GET }

let asking = new AbortController()
const watchers = new Set<() => void>()

/** Ends calls under way and refuses new ones, which the service would refuse anyway; calls about the session go on. */
export function stopAsking(): void {
  asking.abort()
  for (const watcher of watchers) watcher()
}

export function askAgain(): void {
  asking = new AbortController()
  for (const watcher of watchers) watcher()
}

export const isAsking = () => !asking.signal.aborted

/** Calls the watcher when asking stops or begins again. */
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

/** The body of a successful call, safe to show. Any other call throws a problem. Files, which are text, are links. */
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

/** The body that an operation takes. */
export type BodyFor<Id extends keyof operations> = JsonOf<NonNullable<operations[Id]['requestBody']>>

/** One item of a paged list. */
export type Item<Id extends keyof operations> = Answer<Id> extends { data: (infer Row)[] } ? Row : never

export interface PageOf<Row> {
  data: Row[]
  nextCursor: string | null
}

/** A list to its end. */
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
