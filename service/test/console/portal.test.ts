import { beforeAll, describe, expect, it } from 'vitest'
import { waitUntil } from '../../../vitest.waits.ts'
import { portalCalls } from '../../src/operators/roles.ts'
import { documentedPaths } from '../support/documented.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'
import { type Browser, cookieIn, signIn } from './browser.ts'

const embedder = 'https://app.example.com'
const paying = usePaying({ webhooks: true, env: { SVC_PORTAL_EMBEDDERS: embedder } })

const codeIn = (link: string) => ({ code: link.split('#code=')[1] ?? '' })
const linkFor = async (merchantId: string) => {
  const { status, body } = await paying.service.admin('POST', `/merchants/${merchantId}/portal-link`)
  expect(status).toBe(201)
  return body as { url: string; expiresAt: string }
}

/** A merchant with one of each object that another merchant must not see. */
interface Furnished extends PayingMerchant {
  paymentId: string
  deliveryId: string
  keyId: string
}

async function furnish(): Promise<Furnished> {
  const merchant = await paying.addMerchant()
  const { merchantId } = merchant
  await paying.service.admin('PUT', `/merchants/${merchantId}/callback`, { url: 'http://127.0.0.1:9/' })
  const { body: payment } = await paying.service.call('POST', '/v1/payments/intents', {
    key: merchant.apiKey,
    headers: { 'idempotency-key': merchantId },
    body: { amountCents: 5000 },
  })
  const card = { payment_method: 'pm_card_visa', return_url: 'https://shop.example/' }
  const account = { stripeAccount: merchant.accountId }
  await paying.stripe.paymentIntents.confirm(payment.processorPaymentIntentId, card, account)
  const deliveries = async () =>
    (await paying.service.admin('GET', `/deliveries?merchantId=${merchantId}`)).body.data
  await waitUntil(async () => (await deliveries()).length > 0)
  const [delivery] = await deliveries()
  const { body: keys } = await paying.service.admin('GET', `/merchants/${merchantId}/keys`)
  const { keyId } = keys.data[0]
  return { ...merchant, paymentId: payment.svcPaymentId, deliveryId: delivery.deliveryId, keyId }
}

interface Route {
  operationId: string
  method: string
  template: string
  example: unknown
}

async function operatorRoutes(): Promise<Route[]> {
  type Documented = { operationId: string; requestBody?: { content: Record<string, { example?: unknown }> } }
  return Object.entries(await documentedPaths<Documented>(paying.service.url))
    .filter(([path]) => path.startsWith('/admin/'))
    .flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, { operationId, requestBody }]) => ({
        operationId,
        method: method.toUpperCase(),
        template,
        example: requestBody?.content['application/json']?.example,
      })),
    )
}

const pathOf = (template: string, { merchantId, paymentId, deliveryId, keyId }: Furnished) =>
  template
    .replace('{merchantId}', merchantId)
    .replace('{id}', paymentId)
    .replace('{deliveryId}', deliveryId)
    .replace('{keyId}', keyId)
    .replaceAll(/\{\w+\}/g, 'x')

let own: Furnished
let other: Furnished
let portal: Browser

beforeAll(async () => {
  own = await furnish()
  other = await furnish()
  portal = await signIn(paying.service, codeIn((await linkFor(own.merchantId)).url))
})

describe('a portal link', () => {
  it('opens the portal of one merchant, once', async () => {
    const { url, expiresAt } = await linkFor(own.merchantId)
    expect(url.startsWith(`${paying.service.url}/console/portal#code=svc_code_`)).toBe(true)
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThanOrEqual(10)
    const { session } = await signIn(paying.service, codeIn(url))
    expect(session).toMatchObject({
      kind: 'portal',
      operator: null,
      merchant: { merchantId: own.merchantId, name: expect.any(String) },
      sandboxes: [{ processor: 'sandbox', url: paying.sandbox.url }],
      processors: [],
    })
    const again = await paying.service.call('POST', '/console/session', { body: codeIn(url) })
    expectProblem(again, 'unauthorized')
    expect(cookieIn(again)).toBe('')
  })

  it('is made only by admins, for an existing merchant, and is in the audit log without its code, as is the sign-in by it', async () => {
    expectProblem(await paying.service.admin('POST', '/merchants/mer_x/portal-link'), 'not_found')
    const { url } = await linkFor(own.merchantId)
    await signIn(paying.service, codeIn(url))
    const { body, text } = await paying.service.admin('GET', `/audit?merchantId=${own.merchantId}&limit=2`)
    expect(body.data).toMatchObject([
      { actor: 'portal', operatorId: null, action: 'console.sign_in' },
      { actor: 'owner', action: 'portal.link', target: own.merchantId },
    ])
    const [signedIn, made] = body.data
    expect(made.detail).toEqual({ linkId: expect.stringMatching(/^sic_/) })
    expect(signedIn.detail).toEqual({ ...made.detail, linkMadeBy: 'owner' })
    expect(text).not.toContain('svc_code')
  })
})

describe('the frame of another site', () => {
  const framedBy = ({ headers }: Awaited<ReturnType<Browser['call']>>) => ({
    csp: /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1],
    older: headers.get('x-frame-options'),
  })

  it('may show a portal if the settings name that site', async () => {
    const shown = { csp: embedder, older: null }
    expect(framedBy(await paying.service.call('GET', '/console/portal'))).toEqual(shown)
    expect(framedBy(await portal.call('GET', '/console/payments'))).toEqual(shown)
  })

  it('never shows an operator’s pages', async () => {
    const operator = await signIn(paying.service)
    const refused = { csp: "'none'", older: 'DENY' }
    expect(framedBy(await paying.service.call('GET', '/console/sign-in'))).toEqual(refused)
    for (const path of ['/console', '/console/portal', '/console/payments']) {
      expect(framedBy(await operator.call('GET', path))).toEqual(refused)
    }
  })
})

describe('a portal session', () => {
  it('may change its own onboarding, callbacks, keys and card readers, and nothing that moves money', async () => {
    const { body } = await portal.call('GET', '/console/session')
    expect(body.may.sort()).toEqual([
      'addTerminal',
      'createMerchantOnboardingLink',
      'issueKey',
      'redeliver',
      'redeliverAll',
      'removeTerminal',
      'renameTerminal',
      'revokeKey',
      'rotateCallbackSecret',
      'rotateKey',
      'setCallback',
      'testCallback',
    ])
  })

  it('is refused every operator call that is not for portals', async () => {
    const routes = await operatorRoutes()
    const refused = routes.filter(({ operationId }) => !Object.hasOwn(portalCalls, operationId))
    expect(routes.length - refused.length).toBe(Object.keys(portalCalls).length)
    for (const { method, template, example } of refused) {
      const path = pathOf(template, own)
      const answer = await portal.call(method, path, example === undefined ? {} : { body: example })
      expectProblem(answer, 'forbidden', { instance: path })
    }
  })

  it('finds nothing of another merchant by any id, on any call', async () => {
    for (const { operationId, method, template, example } of await operatorRoutes()) {
      const scope = portalCalls[operationId]
      if (scope === undefined || scope === 'own') continue
      const path = pathOf(template, other)
      const asked = scope === 'query' ? `${path}?merchantId=${other.merchantId}` : path
      const body = scope === 'body' ? { state: 'dead', merchantId: other.merchantId } : example
      const answer = await portal.call(method, asked, method === 'GET' || !body ? {} : { body })
      expectProblem(answer, 'not_found', { instance: path })
      expect(answer.text).not.toContain('"data"')
    }
  })

  it('finds nothing of another merchant by mixing ids with its own', async () => {
    const keys = `/admin/v1/merchants/${own.merchantId}/keys/${other.keyId}`
    expectProblem(await portal.call('DELETE', keys), 'not_found')
    expectProblem(await portal.call('POST', `${keys}/rotate`), 'not_found')
    const [event] = (await paying.service.admin('GET', `/events?merchantId=${other.merchantId}`)).body.data
    const payload = `/admin/v1/merchants/${own.merchantId}/events/${event.id}`
    expectProblem(await portal.call('GET', payload), 'not_found')
    const events = await portal.call('GET', `/admin/v1/events?paymentId=${other.paymentId}`)
    expect(events.body.data).toEqual([])
    const twice = `/admin/v1/payments?merchantId=${own.merchantId}&merchantId=${other.merchantId}`
    expect((await portal.call('GET', twice)).status).toBe(404)
  })

  it('sees only its own objects if it names no merchant', async () => {
    for (const id of [other.paymentId, other.deliveryId, other.merchantId, other.accountId]) {
      expect((await portal.call('GET', `/admin/v1/search?q=${id}`)).body.data).toEqual([])
    }
    const { body: found } = await portal.call('GET', `/admin/v1/search?q=${own.paymentId}`)
    expect(found.data).toMatchObject([{ kind: 'payment', merchantId: own.merchantId }])
    for (const path of ['ledger/balances', 'ledger/entries', 'ledger/statement', 'overview']) {
      expect([path, (await portal.call('GET', `/admin/v1/${path}`)).status]).toEqual([path, 200])
    }
    await paying.service.db`
      insert into webhook_refusals (processor, reason, since, last_at) values ('sandbox', 'wrong_signature', now(), now())`
    const { body: overview } = await portal.call('GET', '/admin/v1/overview')
    expect(overview.attention).toMatchObject({
      lastLedgerCheck: null,
      refusedWebhooks: [],
      suspendedMerchants: [],
      disabledMerchants: [],
    })
    for (const path of ['payments', 'events', 'deliveries']) {
      const { status, body } = await portal.call('GET', `/admin/v1/${path}`)
      expect([path, status, body.data.length > 0]).toEqual([path, 200, true])
      const owners = body.data.map(({ merchantId }: { merchantId: string }) => merchantId)
      expect(new Set(owners)).toEqual(new Set([own.merchantId]))
    }
    const { body: stats } = await portal.call('GET', '/admin/v1/stats')
    expect(stats.payments.created).toBe(1)
    const { body: redelivered } = await portal.call('POST', '/admin/v1/deliveries/redeliver', {
      body: { state: 'pending', dryRun: true },
    })
    const { body: pending } = await portal.call('GET', '/admin/v1/deliveries?state=pending')
    expect(redelivered.count).toBe(pending.data.length)
  })

  it('acts for its merchant under the name portal', async () => {
    const merchant = `/admin/v1/merchants/${own.merchantId}`
    expect((await portal.call('GET', merchant)).body.merchantId).toBe(own.merchantId)
    const issued = await portal.call('POST', `${merchant}/keys`, { body: { label: 'shop' } })
    expect(issued.status).toBe(201)
    expect(issued.headers.get('cache-control')).toBe('no-store')
    expect((await portal.call('DELETE', `${merchant}/keys/${issued.body.keyId}`)).status).toBe(204)
    expect((await portal.call('PUT', `${merchant}/callback`, { body: { url: null } })).status).toBe(200)
    const { body } = await paying.service.admin('GET', `/audit?merchantId=${own.merchantId}&limit=3`)
    expect(body.data).toMatchObject([
      { actor: 'portal', operatorId: null, action: expect.stringMatching(/^callback/) },
      { actor: 'portal', operatorId: null, action: 'key.revoke' },
      { actor: 'portal', operatorId: null, action: 'key.issue' },
    ])
  })

  it('reads who ended its keys without the names of operators', async () => {
    const keys = `/merchants/${own.merchantId}/keys`
    for (const end of [
      paying.service.admin,
      (method: string, path: string) => portal.call(method, `/admin/v1${path}`),
    ]) {
      const { keyId } = (await paying.service.admin('POST', keys)).body
      await end('DELETE', `${keys}/${keyId}`)
    }
    const { body } = await portal.call('GET', `/admin/v1${keys}?limit=2`)
    expect(body.data).toMatchObject([{ endedBy: 'portal' }, { endedBy: 'platform' }])
  })

  it('reads its payment’s timeline without the names of operators', async () => {
    const headers = { 'idempotency-key': 'refund-1' }
    const refund = `/admin/v1/payments/${own.paymentId}/refund`
    await paying.service.call('POST', refund, { operator: true, headers, body: { amountCents: 100 } })
    const { body } = await portal.call('GET', `/admin/v1/payments/${own.paymentId}`)
    expect(body.actions[0]).toMatchObject({ actor: 'platform', operatorId: null, action: 'payment.refund' })
  })

  it('is signed out everywhere for its merchant only', async () => {
    const [one, two] = [await linkFor(own.merchantId), await linkFor(own.merchantId)]
    const [here, there] = [
      await signIn(paying.service, codeIn(one.url)),
      await signIn(paying.service, codeIn(two.url)),
    ]
    const elsewhere = await signIn(paying.service, codeIn((await linkFor(other.merchantId)).url))
    expect((await here.call('DELETE', '/console/session?everywhere=true')).status).toBe(204)
    expectProblem(await there.call('GET', '/console/session'), 'unauthorized')
    expect((await elsewhere.call('GET', '/console/session')).status).toBe(200)
    portal = await signIn(paying.service, codeIn((await linkFor(own.merchantId)).url))
  })

  it('can only read while its merchant is suspended', async () => {
    const { merchantId } = other
    const { call } = await signIn(paying.service, codeIn((await linkFor(merchantId)).url))
    await paying.service.admin('POST', `/merchants/${merchantId}/suspend`)
    expect((await call('GET', '/admin/v1/payments')).status).toBe(200)
    expectProblem(await call('POST', `/admin/v1/merchants/${merchantId}/keys`), 'suspended')
    const may = async () => (await call('GET', '/console/session')).body.may
    expect(await may()).toEqual([])
    await paying.service.admin('POST', `/merchants/${merchantId}/resume`)
    expect(await may()).toContain('issueKey')
  })
})
