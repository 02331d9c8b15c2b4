import type { FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { networkOf } from '../addresses.ts'
import type { Clock } from '../clock.ts'
import { addressOf } from '../http/doors/arrival.ts'
import { createWindows } from '../http/windows.ts'
import { type Problem, problems } from '../problems.ts'

const credentialTypes = ['operator token', 'API key', 'console session', 'sign-in code'] as const
type CredentialType = (typeof credentialTypes)[number]
const outcomes = ['missing', 'wrong', 'throttled'] as const

export type FailedAttempts = ReturnType<typeof createFailedAttempts>

const windowMs = 60_000
export const failuresPerWindow = 100
export const maxNetworks = 10_000

/**
 * Counts wrong credentials per network, and answers 429 beyond the limit. Valid credentials are not counted, so other
 * clients at an attacker's address are not affected. Logs stay short under attack: a throttled request is counted, and
 * writes only its request line.
 */
export function createFailedAttempts(deps: { clock: Clock; registry: Registry }) {
  const { clock, registry } = deps
  const windowOf = createWindows(windowMs, maxNetworks)
  const counter = new Counter({
    name: 'svcpay_authentication_failures_total',
    help: 'Requests with a missing or wrong credential',
    labelNames: ['credential', 'outcome'] as const,
    registers: [registry],
  })
  for (const credential of credentialTypes)
    for (const outcome of outcomes) counter.inc({ credential, outcome }, 0)

  return {
    refuse(request: FastifyRequest, type: CredentialType, presented: string | undefined): Problem {
      const count = (outcome: (typeof outcomes)[number]) => counter.inc({ credential: type, outcome })
      const log = (message: string) =>
        request.log.warn({ address: addressOf(request), credential: type }, message)
      if (presented === undefined) {
        count('missing')
        return problems.unauthorized()
      }
      const nowMs = clock.now().getTime()
      const window = windowOf(networkOf(addressOf(request)), nowMs)
      window.count += 1
      if (window.count <= failuresPerWindow) {
        count('wrong')
        log('authentication failed')
        return problems.unauthorized()
      }
      count('throttled')
      if (window.count === failuresPerWindow + 1) log('too many failed authentications: throttled')
      return problems.tooManyFailures(Math.ceil((window.endMs - nowMs) / 1000))
    },
  }
}
