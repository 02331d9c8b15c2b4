import { describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { usePaying } from '../support/paying.ts'

const publicUrl = 'https://pay.example.com'
const paying = usePaying({ env: { SVC_PUBLIC_URL: publicUrl } })
const admin = (method: string, path: string, body?: unknown) => paying.service.admin(method, path, body)

describe('an operator who onboards a merchant', () => {
  it('creates the account once, sees its requirements, and is in the audit log', async () => {
    const { merchantId } = await paying.service.createMerchant()
    const merchant = `/merchants/${merchantId}`
    expect((await admin('GET', merchant)).body).toMatchObject({
      onboardingStatus: 'not_started',
      accounts: [],
    })
    const made = await admin('POST', `${merchant}/account`, { email: 'owner@shop.example', country: 'de' })
    expect(made.body).toMatchObject({
      processorAccountId: expect.stringMatching(/^acct_/),
      onboardingStatus: 'pending',
      requirements: expect.arrayContaining(['Bank account for payouts', 'Acceptance of the terms']),
    })
    expect((await admin('GET', merchant)).body.accounts).toEqual([
      {
        ...made.body,
        processor: 'sandbox',
        restriction: null,
        disabled: false,
        updatedAt: expect.any(String),
        stoppedAt: null,
      },
    ])
    expect((await admin('POST', `${merchant}/account`, {})).body).toEqual(made.body)
    const { body } = await admin('GET', `/audit?merchantId=${merchantId}`)
    expect(body.data[0]).toMatchObject({
      action: 'merchant.account',
      target: merchantId,
      detail: { accountId: made.body.processorAccountId },
    })
  })

  it('gets 404 for a merchant that does not exist', async () => {
    expectProblem(await admin('POST', '/merchants/mer_nope/account', {}), 'not_found')
  })
})

it('an onboarding link leads back to the merchant’s portal by default', async () => {
  const { merchantId } = paying.merchant
  const backFrom = async (body: object) => {
    const { url } = (await admin('POST', `/merchants/${merchantId}/onboarding-link`, body)).body
    const token = new URL(url).pathname.split('/').at(-1)
    const answer = await fetch(`${paying.sandbox.url}/_sandbox/account_links/${token}`)
    return await answer.json()
  }
  const portal = `${publicUrl}/console/portal?onboarding=`
  expect(await backFrom({})).toMatchObject({ return_url: `${portal}done`, refresh_url: `${portal}expired` })
  const refreshUrl = 'https://bakery.example/again'
  expect(await backFrom({ refreshUrl })).toMatchObject({
    return_url: `${portal}done`,
    refresh_url: refreshUrl,
  })
  const returnUrl = 'https://bakery.example/done'
  expect(await backFrom({ returnUrl })).toMatchObject({ return_url: returnUrl, refresh_url: returnUrl })
})

it('an operator adds, renames and removes readers and locations for a merchant, and the audit log records it', async () => {
  const { merchantId, accountId } = await paying.addMerchant()
  const path = `/merchants/${merchantId}`
  const address = { line1: '1 Main Street', city: 'Springfield', state: 'IL', postalCode: '62701' }
  const add = (body: object) => admin('POST', `${path}/terminal`, body)
  const location = await add({ location: { displayName: 'Main Street', ...address } })
  expect(location).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^tml_/) } })
  const locationId = location.body.id
  const reader = { registrationCode: 'simulated-wpe', locationId, label: 'Till 1' }
  const { id } = (await add({ reader })).body
  const readers = async () => (await admin('GET', `${path}/readers`)).body.data
  expect(await readers()).toMatchObject([{ id, label: 'Till 1', locationId }])
  expect((await admin('PATCH', `${path}/terminal/${id}`, { name: 'Till 2' })).status).toBe(200)
  expect(await readers()).toMatchObject([{ id, label: 'Till 2' }])
  expect((await paying.stripe.terminal.readers.list({}, { stripeAccount: accountId })).data).toHaveLength(1)
  expect((await admin('DELETE', `${path}/terminal/${id}`)).status).toBe(204)
  expect(await readers()).toEqual([])
  expect((await admin('DELETE', `${path}/terminal/${locationId}`)).status).toBe(204)
  const { body: log } = await admin('GET', `/audit?merchantId=${merchantId}`)
  expect(log.data.map(({ action }: { action: string }) => action).slice(0, 5)).toEqual([
    'terminal.remove',
    'terminal.remove',
    'terminal.rename',
    'terminal.reader',
    'terminal.location',
  ])

  expectProblem(await admin('DELETE', `${path}/terminal/${id}`), 'not_found')
  expectProblem(await add({ reader: { ...reader, locationId } }), 'invalid_request')
  for (const body of [{}, { reader, location: { displayName: 'Both', ...address } }])
    expectProblem(await add(body), 'invalid_request')
  const { merchantId: without } = await paying.service.createMerchant()
  expectProblem(await admin('POST', `/merchants/${without}/terminal`, { reader }), 'no_connected_account')
})

describe('an operator who lists a merchant’s terminals', () => {
  it('sees its locations and readers', async () => {
    const { merchantId } = paying.merchant
    const { body: location } = await paying.post('/terminal/locations', {
      displayName: 'Main Street',
      line1: '1 Main Street',
      city: 'Springfield',
      state: 'IL',
      postalCode: '62701',
    })
    expect((await admin('GET', `/merchants/${merchantId}/locations`)).body.data).toEqual([location])
    const { merchantId: without } = await paying.service.createMerchant()
    expect((await admin('GET', `/merchants/${without}/locations`)).body.data).toEqual([])
    expectProblem(await admin('GET', '/merchants/mer_nope/locations'), 'not_found')
  })
})
