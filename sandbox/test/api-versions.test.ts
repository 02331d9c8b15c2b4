import { describe, expect, test } from 'vitest'
import { type Harness, harness } from './support/harness.ts'

function list({ sandbox }: Harness, version?: string) {
  const headers = {
    authorization: `Bearer ${sandbox.secretKey}`,
    ...(version === undefined ? {} : { 'stripe-version': version }),
  }
  return fetch(`${sandbox.url}/v1/customers`, { headers })
}

const spoken = '2026-10-28.endive'

describe('Stripe-Version', () => {
  test.each([undefined, spoken, '2026-12-16.endive', '2025-03-31.basil', '2022-11-15'])(
    'a request for %s is answered, and the answer names its own version',
    async version => {
      const answer = await list(await harness(), version)
      expect([answer.status, answer.headers.get('stripe-version')]).toEqual([200, spoken])
    },
  )

  test.each(['nonsense', '2019-2-19', `${spoken}, ${spoken}`, '2026-10-28.endive; x_beta=v1'])(
    '%s is not a version',
    async version => {
      const answer = await list(await harness(), version)
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error: { type: 'invalid_request_error', message: `Invalid Stripe API version: ${version}` } },
      ])
    },
  )

  test('an older version is refused, and the supported ones are named', async () => {
    const answer = await list(await harness(), '2020-08-27')
    const message = expect.stringContaining(
      `speaks API versions from 2022-11-15 to ${spoken}, not 2020-08-27`,
    )
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { message } }])
  })

  test('unless the sandbox was started to accept any', async () => {
    const h = await harness({ anyVersion: true })
    const answer = await list(h, '2020-08-27')
    expect([answer.status, answer.headers.get('stripe-version')]).toEqual([200, spoken])
    expect((await list(h, 'nonsense')).status).toBe(400)
  })
})
