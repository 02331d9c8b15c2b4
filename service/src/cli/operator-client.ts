import { userInfo } from 'node:os'
import { accessOf } from './access.ts'
import type { ProblemAnswer } from './answers.ts'
import { CommandFault, type Context } from './context.ts'

export interface OperatorClient {
  call<Answer>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

/** The CLI is a caller of the operator API like any other, so both obey the same rules. */
export function createOperatorClient(
  context: Context,
  options: { url?: string; token?: string },
): OperatorClient {
  const access = accessOf(context)
  const base = (options.url ?? access.url).replace(/\/+$/, '')
  if (!URL.canParse(base)) throw new CommandFault(`${base} is not a URL such as http://127.0.0.1:8080.`)
  const token = options.token ?? access.token
  if (token === null) {
    throw new CommandFault(
      'No operator token: pass --token, set SVC_OPERATOR_TOKEN, or set SVC_DATA_DIR to the data dir of svcpay up.',
    )
  }
  return {
    async call<Answer>(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
      const headers = { ...more, authorization: `Bearer ${token}`, 'svc-actor': accountName() }
      const response = await send(`${base}/admin/v1${path}`, method, headers, body)
      const text = await response.text()
      const answer = text === '' ? null : parse(text, base)
      if (!response.ok) throw new CommandFault(explain(response.status, answer))
      return answer as Answer
    },
  }
}

async function send(
  url: string,
  method: string,
  given: Record<string, string>,
  body: unknown,
): Promise<Response> {
  const headers = body === undefined ? given : { ...given, 'content-type': 'application/json' }
  try {
    return await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  } catch {
    throw new CommandFault(
      `Nothing answers at ${new URL(url).origin}: start svcpay up, or pass the address with --url.`,
    )
  }
}

function parse(text: string, base: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandFault(`What answers at ${base} is not svcpay.`)
  }
}

function explain(status: number, answer: unknown): string {
  const problem = (answer ?? {}) as Partial<ProblemAnswer>
  const { title = status, detail = '', errors = [], currentStatus } = problem
  const fields = errors.map(({ path, message }) => `${path} ${message}`)
  const isNamed = fields.every(field => detail.includes(field))
  const state = currentStatus === undefined ? '' : ` Its status is ${currentStatus}.`
  return `${title}: ${isNamed ? detail : `${fields.join('; ')}.`}${state}`
}

/** A note in the audit log: who was at the keyboard. */
function accountName(): string {
  try {
    return userInfo().username.replaceAll(/[^\w.@+-]/g, '_') || 'unknown'
  } catch {
    return 'unknown' // a uid without a name, as in many containers
  }
}
