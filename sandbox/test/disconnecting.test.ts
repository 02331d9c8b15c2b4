import { describe, expect, test } from 'vitest'
import { failure, type Harness, harness } from './support/harness.ts'
import { receiver } from './support/receiver.ts'

async function listening({ stripe }: Harness) {
  const hooks = await receiver()
  const { secret } = await stripe.webhookEndpoints.create({
    url: hooks.url,
    connect: true,
    enabled_events: ['account.application.authorized', 'account.application.deauthorized'],
  })
  hooks.useSecret(secret)
  return hooks
}

describe('the platform is told that an account is disconnected', () => {
  const ways: Record<string, (h: Harness, id: string) => Promise<unknown>> = {
    'when it is deleted': ({ stripe }, id) => stripe.accounts.del(id),
    'over OAuth': ({ stripe }, id) =>
      stripe.oauth.deauthorize({ client_id: 'ca_SandboxPlatformApplication000', stripe_user_id: id }),
    'by its merchant': ({ control }, id) => control('POST', `accounts/${id}/deauthorize`, {}),
  }

  test.each(Object.entries(ways))('%s', async (_way, disconnect) => {
    const h = await harness()
    const { id, options } = await h.merchant()
    const hooks = await listening(h)
    await disconnect(h, id)
    const [received] = await hooks.waitFor(1)
    expect(received?.event).toMatchObject({
      type: 'account.application.deauthorized',
      account: id,
      data: { object: { object: 'application', id: 'ca_SandboxPlatformApplication000' } },
    })
    expect(await failure(h.stripe.customers.list({}, options))).toMatchObject({
      statusCode: 403,
      code: 'account_invalid',
    })
  })

  test('and that its merchant connects it again', async () => {
    const h = await harness()
    const { id, options } = await h.merchant()
    const hooks = await listening(h)
    await h.control('POST', `accounts/${id}/deauthorize`, {})
    await h.control('POST', `accounts/${id}/authorize`, {})
    await hooks.waitFor(2)
    expect(hooks.types().sort()).toEqual([
      'account.application.authorized',
      'account.application.deauthorized',
    ])
    expect((await h.stripe.customers.list({}, options)).data).toEqual([])
  })

  test('an application that is not the platform’s cannot disconnect it', async () => {
    const { stripe, merchant } = await harness()
    const { id } = await merchant()
    const error = await failure(stripe.oauth.deauthorize({ client_id: 'ca_x', stripe_user_id: id }))
    expect([error.statusCode, error.message]).toEqual([401, "No such application: 'ca_x'"])
  })
})
