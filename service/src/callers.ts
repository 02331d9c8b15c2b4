import { networkOf } from './addresses.ts'
import type { Clock } from './clock.ts'
import { isPortalSession, type Sessions } from './console/sessions.ts'
import { bearerToken } from './http/caller/credentials.ts'
import type { Arrival } from './http/doors/arrival.ts'
import type { Callers } from './http/doors/door-server.ts'
import type { CountedDoor, Target } from './http/doors/limits.ts'
import { signerOf } from './inbox/routes.ts'
import type { Authenticator } from './merchants/authenticate.ts'
import { presentedKey } from './merchants/merchant-auth.ts'
import type { OperatorAuthenticator } from './operators/authenticate-operator.ts'
import type { Processors } from './processors/registry.ts'

interface CallerDeps {
  clock: Clock
  authenticator: Pick<Authenticator, 'lastProven'>
  operators: Pick<OperatorAuthenticator, 'lastProven'>
  sessions: Pick<Sessions, 'presented' | 'lastProven'>
  processors: Processors
  defaultProcessor: string
}

/**
 * Identifies a caller before authentication: the owner of a credential that was proven here before, or the account of a
 * signed webhook. If a public id were enough, others could take its owner's turns.
 */
export function createCallers(deps: CallerDeps): Callers {
  const { clock, authenticator, operators, sessions, ...offered } = deps
  const operatorAt = (target: Target) => {
    const token = bearerToken(target)
    const known =
      token === undefined
        ? sessions.lastProven(sessions.presented(target) ?? '')
        : operators.lastProven(token)
    return known && (known.merchantId ?? known.operatorId ?? known.name)
  }

  const known = (door: CountedDoor, arrival: Arrival) => {
    if (door === 'merchants') return authenticator.lastProven(presentedKey(arrival) ?? '')?.merchantId
    if (door === 'operators' || door === 'portals') return operatorAt(arrival)
    if (door !== 'webhooks' || !Buffer.isBuffer(arrival.body)) return null
    const signer = signerOf(offered, arrival, arrival.body, clock.now())
    arrival.signedBy = signer?.name ?? null
    return signer && `${signer.name} ${signer.source}`
  }

  return {
    isPortal: target =>
      bearerToken(target) === undefined && isPortalSession(sessions.presented(target) ?? ''),
    // unknown callers share a turn with their whole network, so made-up credentials gain nothing
    of: (door, arrival) => known(door, arrival) ?? `network ${networkOf(arrival.address)}`,
  }
}
