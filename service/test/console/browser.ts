import { expect } from 'vitest'
import { type Answer, type Call, operatorToken, type TestService } from '../support/service.ts'

export interface Browser {
  /** The value of the cookie. */
  cookie: string
  session: Answer['body']
  call(method: string, path: string, call?: Call): Promise<Answer>
}

export const cookieIn = (answer: Answer) =>
  /^svc_console=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''

/** Signs in and calls as the console's own pages do. */
export async function signIn(
  service: TestService,
  body: { token: string } | { code: string } = { token: operatorToken },
): Promise<Browser> {
  const answer = await service.call('POST', '/console/session', { body })
  expect(answer.status).toBe(200)
  const cookie = cookieIn(answer)
  return { cookie, session: answer.body, call: callsWith(service, cookie) }
}

export function callsWith(service: TestService, cookie: string): Browser['call'] {
  const own = { cookie: `other=1; svc_console=${cookie}`, 'svc-console': '1' }
  return (method, path, { headers, ...rest } = {}) =>
    service.call(method, path, { ...rest, headers: { ...own, ...headers } })
}

/** Adds an operator with this role and name. */
export async function addOperator(service: TestService, role: string, name = 'Ana') {
  const { status, body } = await service.admin('POST', '/operators', { name, role })
  expect(status).toBe(201)
  return body as { operatorId: string; token: string }
}
