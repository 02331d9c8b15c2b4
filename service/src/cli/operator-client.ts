import { userInfo } from 'node:os'
import { newTraceId } from '../ids.ts'
import type { Actor } from '../operators/audit-log.sql.ts'
import type { ProblemAnswer } from './answers.ts'
import { CommandFault, type Context } from './context.ts'
import { accessOf } from './data-dir.ts'

/**
 * A failed call. `not_sent`: it was never sent. `refused`: svcpay refused it.
 * `unknown`: it may have succeeded.
 */
export class CallFault extends CommandFault {
  readonly outcome: 'not_sent' | 'refused' | 'unknown'
  readonly code: string | null

  constructor(message: string, outcome: CallFault['outcome'], code: string | null = null) {
    super(message)
    this.outcome = outcome
    this.code = code
  }
}

export type OperatorClient = ReturnType<typeof createOperatorClient>

/** The CLI calls the operator API like any other client, so the same rules apply to it. */
export function createOperatorClient(
  context: Context,
  options: { url?: string; token?: string; actor?: string },
) {
  const access = accessOf(context)
  const base = (options.url ?? access.url).replace(/\/+$/, '')
  if (!URL.canParse(base)) throw new CommandFault(`${base} is not a URL such as http://127.0.0.1:8080.`)
  const token = options.token ?? access.token
  if (token === null) {
    throw new CommandFault(
      'No operator token: pass --token, set SVC_OPERATOR_TOKEN, or set SVC_DATA_DIR to the data dir of svcpay up.',
    )
  }
  // fetch expects one character for each byte of UTF-8
  const actor = Buffer.from(options.actor ?? accountName()).toString('latin1')
  return { call: callsTo(`${base}/admin/v1`, { authorization: `Bearer ${token}`, 'svc-actor': actor }) }
}

/** Returns a function that calls paths under a base address of svcpay. It throws a CallFault unless the call succeeds. */
export function callsTo(base: string, headers: Record<string, string>) {
  return async <Answer>(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const url = base + path
    const { status, text, isFile } = await exchange(url, method, { ...more, ...headers }, body)
    const answer = text === '' || isFile ? text || null : parse(text, new URL(url).origin)
    if (status < 200 || status > 299) throw refusal(status, answer)
    return answer as Answer
  }
}

async function exchange(url: string, method: string, given: Record<string, string>, body: unknown) {
  const json = { headers: { ...given, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const { origin } = new URL(url)
  try {
    const response = await fetch(url, { method, headers: given, ...(body !== undefined && json) })
    const isFile = response.headers.get('content-type')?.startsWith('text/csv') ?? false
    return { status: response.status, text: await response.text(), isFile }
  } catch (error) {
    const causes = causesOf(error)
    if (causes.every(({ syscall, code, message }) => [syscall, code, message].some(isBeforeSending))) {
      const hint = 'start svcpay up, or pass the address with --url.'
      throw new CallFault(`Nothing answers at ${origin}: ${hint}`, 'not_sent')
    }
    const doubt = method === 'GET' || 'idempotency-key' in given ? '' : ' It may have succeeded.'
    const reason = causes.map(({ message }) => message).join('; ')
    throw new CallFault(`No answer from ${origin} (${reason}).${doubt}`, 'unknown')
  }
}

const beforeSending = new Set(['connect', 'getaddrinfo', 'UND_ERR_CONNECT_TIMEOUT', 'bad port'])
const isBeforeSending = (sign?: string) => beforeSending.has(sign ?? '')

/** `fetch failed` says nothing, but it wraps one error for each address that was tried. */
export function causesOf(error: unknown): NodeJS.ErrnoException[] {
  const { cause, errors } = error as { cause?: unknown; errors?: unknown[] }
  if (cause !== undefined) return causesOf(cause)
  return errors?.length ? errors.flatMap(causesOf) : [error as NodeJS.ErrnoException]
}

function parse(text: string, origin: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CallFault(`The server at ${origin} is not svcpay.`, 'unknown')
  }
}

function refusal(status: number, answer: unknown): CallFault {
  const problem = (answer ?? {}) as Partial<ProblemAnswer>
  const { code = null, title = status, detail = '', errors = [], currentStatus } = problem
  const fields = errors.map(({ path, message }) => `${path} ${message}`)
  const isNamed = fields.every(field => detail.includes(field))
  const state = currentStatus === undefined ? '' : ` Its status is ${currentStatus}.`
  const isFinal = code !== null && status < 500 && code !== 'in_progress'
  const message = `${title}: ${isNamed ? detail : `${fields.join('; ')}.`}${state}`
  return new CallFault(message, isFinal ? 'refused' : 'unknown', code)
}

function accountName(): string {
  try {
    return userInfo().username || 'unknown'
  } catch {
    return 'unknown' // a uid without a name, as in many containers
  }
}

/** The actor in the audit log for a command that works on the database directly. */
export const commandActor = (command: string): Actor => ({
  name: `svcpay ${command}`,
  operatorId: null,
  note: accountName(),
  address: null,
  traceId: newTraceId(),
})
