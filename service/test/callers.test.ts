import { beforeAll, describe, expect, it } from 'vitest'
import { createCallers } from '../src/callers.ts'
import { systemClock } from '../src/clock.ts'
import { createSessions } from '../src/console/sessions.ts'
import type { Arrival } from '../src/http/doors/arrival.ts'
import type { Callers } from '../src/http/doors/door-server.ts'
import { doorOf } from '../src/http/doors/limits.ts'
import { type Authenticator, createAuthenticator } from '../src/merchants/authenticate.ts'
import { createOperatorAuthenticator } from '../src/operators/authenticate-operator.ts'
import { signIn } from './console/browser.ts'
import { stripeSignature } from './inbox/webhooks.ts'
import { operatorToken, useService } from './support/service.ts'

const service = useService()
let callers: Callers
let authenticator: Authenticator

beforeAll(() => {
  const { db, processors } = service
  const deps = { db, clock: systemClock, operatorToken }
  authenticator = createAuthenticator({
    ...deps,
    defaultFees: { bps: 0, fixedCents: 0 },
    processors,
    defaultProcessor: 'stripe',
  })
  const operators = createOperatorAuthenticator(deps)
  const sessions = createSessions(deps)
  callers = createCallers({
    ...deps,
    authenticator,
    operators,
    sessions,
    processors,
    defaultProcessor: 'stripe',
  })
})

const arrival = (headers: Record<string, string>, body: string | null = null, address = '192.0.2.1') =>
  ({ headers, address, body: body === null ? null : Buffer.from(body) }) as unknown as Arrival
const stranger = 'network 192.0.2.1'

describe('a caller, before authentication', () => {
  it('is the merchant of any key proven before', async () => {
    const { merchantId, apiKey } = await service.createMerchant()
    const { body } = await service.admin('POST', `/merchants/${merchantId}/keys`)
    const caller = (key: string) => callers.of('merchants', arrival({ 'x-api-key': key }))
    expect(caller(apiKey)).toBe(stranger)
    for (const key of [apiKey, body.apiKey]) {
      await authenticator.authenticate(key)
      expect(caller(key)).toBe(merchantId)
    }
    const madeUp = `${apiKey.slice(0, -48)}${'0'.repeat(48)}`
    await authenticator.authenticate(madeUp)
    expect(caller(madeUp)).toBe(stranger)
  })

  it('is otherwise unknown, like the rest of its network', () => {
    const caller = (address: string) => callers.of('public', arrival({}, null, address))
    expect(caller('2001:db8::1')).toBe(caller('2001:db8::2'))
    expect(caller('192.0.2.1')).not.toBe(caller('192.0.2.2'))
  })

  it('is the account of a signed webhook', () => {
    const caller = (body: string, secret = service.config.processors[0].webhookSecrets[0] ?? '') =>
      callers.of('webhooks', arrival({ 'stripe-signature': stripeSignature(body, secret) }, body))
    expect(caller('{"id":"evt_1","account":"acct_1"}')).toBe('stripe acct_1')
    expect(caller('{\n  "id": "evt_1",\n  "account": "acct_2"}')).toBe('stripe acct_2')
    expect(caller('{"id":"evt_1"}')).toBe('stripe ')
    expect(caller('{"id":"evt_1","account":"acct_1"}', 'whsec_other')).toBe(stranger)
  })

  it('uses the portals’ door with a portal’s session, and the operators’ door with any other', async () => {
    const { merchantId } = await service.createMerchant()
    const { body } = await service.admin('POST', `/merchants/${merchantId}/portal-link`)
    const portal = await signIn(service, { code: body.url.split('#code=')[1] })
    const operator = await signIn(service)
    const door = (headers: Record<string, string>) =>
      doorOf({ url: '/admin/v1/payments', headers }, callers.isPortal)
    const cookie = `svc_console=${portal.cookie}`
    expect(door({ cookie })).toBe('portals')
    expect(door({ cookie: `svc_console=${operator.cookie}` })).toBe('operators')
    // as in authentication, the token takes precedence
    expect(door({ cookie, authorization: 'Bearer any' })).toBe('operators')
    const other = portal.cookie.replace('svc_por', 'svc_ses')
    const answer = await service.call('GET', '/admin/v1/payments', {
      headers: { cookie: `svc_console=${other}` },
    })
    expect([door({ cookie: `svc_console=${other}` }), answer.status]).toEqual(['operators', 401])
  })
})
