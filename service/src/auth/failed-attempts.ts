import type { FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { networkOf } from '../addresses.ts'
import type { Clock } from '../clock.ts'
import { addressOf } from '../http/doors/arrival.ts'
import { type Problem, problems } from '../problems.ts'

type CredentialType = 'operator token' | 'API key' | 'console session' | 'sign-in code'

export interface FailedAttempts {
  /** Counts and logs a failed authentication, and says how to answer it. */
  refuse(request: FastifyRequest, type: CredentialType, presented: string | undefined): Problem
}

interface FailedAttemptsDeps {
  clock: Clock
  registry: Registry
}

interface Window {
  endsAtMs: number
  failures: number
}

const windowMs = 60_000
export const failuresPerWindow = 100
export const maxNetworks = 10_000

/**
 * Wrong credentials are counted per network. Beyond the limit they are answered 429; a valid credential never comes
 * here, so other clients at a guesser's address are not affected. Logs stay short under attack: a throttled request
 * is counted, and has only its own line.
 */
export function createFailedAttempts({ clock, registry }: FailedAttemptsDeps): FailedAttempts {
  const windows = new Map<string, Window>()
  const counter = new Counter({
    name: 'svcpay_authentication_failures_total',
    help: 'Requests with a missing or wrong credential',
    labelNames: ['credential', 'outcome'] as const,
    registers: [registry],
  })

  /** Drops the oldest windows, when they have ended or there are too many. */
  function makeRoom(nowMs: number): void {
    for (const [network, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs && windows.size < maxNetworks) return
      windows.delete(network)
    }
  }

  function windowOf(network: string): Window {
    const nowMs = clock.now().getTime()
    const open = windows.get(network)
    if (open && open.endsAtMs > nowMs) return open
    windows.delete(network)
    makeRoom(nowMs)
    const window = { endsAtMs: nowMs + windowMs, failures: 0 }
    windows.set(network, window)
    return window
  }

  return {
    refuse(request, type, presented) {
      const count = (outcome: string) => counter.inc({ credential: type, outcome })
      const log = (message: string) =>
        request.log.warn({ address: addressOf(request), credential: type }, message)
      if (presented === undefined) {
        count('missing')
        return problems.unauthorized()
      }
      const window = windowOf(networkOf(addressOf(request)))
      window.failures += 1
      if (window.failures <= failuresPerWindow) {
        count('wrong')
        log('authentication failed')
        return problems.unauthorized()
      }
      count('throttled')
      if (window.failures === failuresPerWindow + 1) log('too many failed authentications: throttled')
      return problems.tooManyFailures(Math.ceil((window.endsAtMs - clock.now().getTime()) / 1000))
    },
  }
}
