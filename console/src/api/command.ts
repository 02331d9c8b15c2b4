import { client } from './client.ts'
import { ApiProblem, notSent, unanswered } from './problem.ts'
import type { paths } from './schema.ts'
import { noteKey } from './unanswered.ts'
import { visible } from './visible.ts'

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'
type PathWith<V extends Verb> = {
  [Path in keyof paths]: [NonNullable<paths[Path][V]>] extends [never] ? never : Path
}[keyof paths]

type Json<T> = T extends { content: { 'application/json': infer Value } } ? Value : never
type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? Json<Responses[keyof Responses & (200 | 201)]>
  : never

type Given<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { [_ in Name]?: Value }
    : { [_ in Name]: Value }
type Parts<Operation> = Operation extends { parameters: { path?: infer Path; query?: infer Query } }
  ? Given<'path', NonNullable<Path>> &
      Given<'query', NonNullable<Query>> &
      (Operation extends { requestBody?: infer Body } ? Given<'body', Json<NonNullable<Body>>> : unknown) & {
        note?: string
      }
  : never

/** One call of the API. This one value is sent, copied for a terminal, and repeated under its key. */
export interface Command<Answer = unknown> {
  method: Uppercase<Verb>
  /** As in the OpenAPI document, with `{names}`. */
  schemaPath: string
  path: string
  params: { path: object; query: object }
  body?: object
  /** For the audit log. A repeat of the command may have another note. */
  note?: string
  /** Whether the service runs it only once per idempotency key. */
  isKeyed: boolean
  /** A type only: the answer of the service. */
  answer?: Answer
}

type KeyedPath = {
  [Path in PathWith<'post'>]: paths[Path]['post'] extends {
    parameters: { header: { 'idempotency-key': string } }
  }
    ? Path
    : never
}[PathWith<'post'>]

const keyed: Readonly<Record<KeyedPath, true>> = {
  '/admin/v1/payments/{id}/capture': true,
  '/admin/v1/payments/{id}/refund': true,
  '/admin/v1/payments/{id}/cancel': true,
}

/** Checked by the compiler against the service's own OpenAPI document. */
export function command<V extends Verb, Path extends PathWith<V>>(
  verb: V,
  schemaPath: Path,
  parts: Parts<NonNullable<paths[Path][V]>>,
): Command<AnswerOf<NonNullable<paths[Path][V]>>> {
  const { path = {}, query = {}, body, note } = parts as CommandParts
  const filled = schemaPath.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return {
    method: verb.toUpperCase() as Uppercase<V>,
    schemaPath,
    path: search.size > 0 ? `${filled}?${search}` : filled,
    params: { path, query },
    ...(body && { body }),
    ...(note && { note }),
    isKeyed: schemaPath in keyed,
  }
}

interface CommandParts {
  path?: Record<string, string>
  query?: object
  body?: object
  note?: string
}

interface SendOptions {
  /** The button's text, which identifies the command while its answer is missing. */
  label?: string
  signal?: AbortSignal
}

/**
 * Sends the command now or fails now: nothing is queued for later. While the answer to a keyed command is missing, the
 * same command gets the same key.
 */
export async function send<Answer>(command: Command<Answer>, options: SendOptions = {}): Promise<Answer> {
  const { isKeyed } = command
  const note = isKeyed ? noteKey(command, options.label ?? '') : null
  const wasOffline = !navigator.onLine
  const header = {
    ...(note && { 'idempotency-key': note.key }),
    ...(command.note && { 'svc-actor': headerText(command.note) }),
  }
  try {
    const { data } = await request(command, { header, signal: options.signal })
    note?.forget()
    return visible(data as Answer)
  } catch (error) {
    if (options.signal?.aborted) throw error
    const isAnswered = error instanceof ApiProblem && error.status > 0
    if (!isAnswered && wasOffline) note?.forgetUnlessOpen()
    if (isAnswered && note?.isDecidedBy(error)) note.forget()
    throw isAnswered ? error : wasOffline ? notSent() : unanswered(isKeyed)
  }
}

/** Encodes any text as a header: its UTF-8, one character for each byte. */
const headerText = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

/** For a command that only reads, such as a count. */
export async function read<Answer>(command: Command<Answer>, signal?: AbortSignal): Promise<Answer> {
  return (await request(command, { signal })).data as Answer
}

function request<Answer>(
  { method, schemaPath, params, body }: Command<Answer>,
  { header, signal }: { header?: object; signal: AbortSignal | undefined },
): Promise<{ data?: Answer }> {
  const call = client.request as (...parts: unknown[]) => Promise<{ data?: Answer }>
  return call(method.toLowerCase(), schemaPath, { params: { ...params, header }, body, signal })
}
