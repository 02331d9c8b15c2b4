import type { Outside } from '../../call.ts'
import { problems } from '../../problems.ts'

export type SandboxClient = ReturnType<typeof createSandboxClient>

export interface SandboxAnswer {
  status: number
  body: Record<string, unknown>
}

const patienceMs = 10_000

/** `outside` wraps every wait for the sandbox. */
export function createSandboxClient(url: string, secretKey: string, outside: Outside = wait => wait) {
  const ask = async (path: string, init: RequestInit): Promise<SandboxAnswer> => {
    const asked = fetch(url + path, { ...init, signal: AbortSignal.timeout(patienceMs) })
    const response = await outside(asked).catch(() => {
      throw problems.unavailable('The sandbox does not answer.')
    })
    const body: unknown = await response.json().catch(() => null)
    return { status: response.status, body: isObject(body) ? body : {} }
  }
  return {
    url,
    /** The controls under `/_sandbox/…`, which no real processor has. */
    async control(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const answer = await ask(`/_sandbox/${path}`, { method, ...(body && json) })
      if (answer.status === 404) throw problems.notFound('object in the sandbox')
      if (answer.status >= 400) throw problems.invalidRequest(messageIn(answer))
      return answer.body
    },
    /** The processor's API, for an account or for the platform itself. */
    async api(method: string, path: string, account: string | null, params?: Record<string, string>) {
      const headers = {
        authorization: `Bearer ${secretKey}`,
        ...(account === null ? {} : { 'stripe-account': account }),
      }
      return await ask(path, { method, headers, body: params ? new URLSearchParams(params) : null })
    },
  }
}

export function messageIn({ body: { error }, status }: SandboxAnswer): string {
  return isObject(error) ? String(error.message) : `The sandbox answered ${status}.`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
