import { describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { usePaying } from '../support/paying.ts'

const publicUrl = 'https://pay.example.com'
const paying = usePaying({ env: { SVC_PUBLIC_URL: publicUrl } })
const admin = (method: string, path: string, body?: unknown) => paying.service.admin(method, path, body)

describe('an operator who onboards a merchant', () => {
  it('creates the account once, sees what is due, and is in the audit log', async () => {
    const { merchantId } = await paying.service.createMerchant()
    const merchant = `/merchants/${merchantId}`
    expect((await admin('GET', `${merchant}/onboarding`)).body).toMatchObject({
      onboardingStatus: 'not_started',
    })
    const made = await admin('POST', `${merchant}/account`, { email: 'owner@shop.example', country: 'de' })
    expect(made.body).toMatchObject({
      processorAccountId: expect.stringMatching(/^acct_/),
      onboardingStatus: 'pending',
      requirements: expect.any(String),
    })
    expect((await admin('GET', `${merchant}/onboarding`)).body).toEqual(made.body)
    expect((await admin('POST', `${merchant}/account`, {})).body).toEqual(made.body)
    const { body } = await admin('GET', `/audit?merchantId=${merchantId}`)
    expect(body.data[0]).toMatchObject({
      action: 'merchant.account',
      target: merchantId,
      detail: { accountId: made.body.processorAccountId },
    })
  })

  it('gets 404 for a merchant that does not exist', async () => {
    expectProblem(await admin('GET', '/merchants/mer_nope/onboarding'), 'not_found')
    expectProblem(await admin('POST', '/merchants/mer_nope/account', {}), 'not_found')
  })
})

it('an onboarding link leads back to the merchant’s portal, unless the operator names another', async () => {
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

describe('an operator who looks at a merchant’s terminals', () => {
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
