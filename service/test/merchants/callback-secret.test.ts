import { describe, expect, it } from 'vitest'
import type { MerchantId } from '../../src/ids.ts'
import { openCallbackSecrets, sealedCallbackSecrets } from '../../src/merchants/callback-settings.sql.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { manualClock } from '../support/manual-clock.ts'
import { otherEncryptionKey } from '../support/secrets.ts'
import { useService } from '../support/service.ts'

const clock = manualClock()
const service = useService({ clock })

const secretsOf = async (id: string, key = service.config.encryptionKeys) => {
  const merchantId = id as MerchantId
  return openCallbackSecrets(
    key,
    merchantId,
    await sealedCallbackSecrets(service.db, merchantId, clock.now()),
  )
}

async function merchantWithSecret() {
  const { merchantId, callbackSigningSecret } = await service.createMerchant()
  const path = `/merchants/${merchantId}/callback`
  const rotate = async (graceSeconds?: number) => {
    const { body } = await service.admin('POST', `${path}/rotate-secret`, { graceSeconds })
    return body.signingSecret as string
  }
  return { merchantId, first: callbackSigningSecret, rotate, path }
}

describe('a callback signing secret', () => {
  it('is created with the merchant and not shown when the URL is set', async () => {
    const { merchantId, first, path } = await merchantWithSecret()
    expect(await secretsOf(merchantId)).toEqual([first])
    const { body } = await service.admin('PUT', path, { url: 'https://a.example/' })
    expect(body).toEqual({ url: 'https://a.example/' })
    expect(await secretsOf(merchantId)).toEqual([first])
  })

  it('is created and shown with the URL if there is none', async () => {
    const { merchantId, path } = await merchantWithSecret()
    await service.db`delete from callback_secrets where merchant_id = ${merchantId}`
    const { body } = await service.admin('PUT', path, { url: 'https://a.example/' })
    expect(body.signingSecret).toMatch(/^whsec_[\w-]{43}$/)
    expect(await secretsOf(merchantId)).toEqual([body.signingSecret])
  })

  it('cannot be read anywhere in the database', async () => {
    const { first, rotate } = await merchantWithSecret()
    const second = await rotate()
    for (const table of ['callback_secrets', 'merchants', 'audit_log', 'api_keys']) {
      const [row] = await service.db`select json_agg(t)::text as content from ${service.db(table)} t`
      for (const secret of [first, second]) {
        expect(row?.content).not.toContain(secret)
        expect(row?.content).not.toContain(Buffer.from(secret).toString('hex'))
        expect(row?.content).not.toContain(Buffer.from(secret).toString('base64'))
      }
    }
  })

  it('cannot be opened for another merchant', async () => {
    const thief = await merchantWithSecret()
    const victim = await merchantWithSecret()
    const [stolen] = await service.db<{ sealed: Buffer }[]>`
      select sealed from callback_secrets where merchant_id = ${victim.merchantId}`
    await service.db`
      update callback_secrets set sealed = ${stolen?.sealed ?? null} where merchant_id = ${thief.merchantId}`
    await expect(secretsOf(thief.merchantId)).rejects.toThrow()
    expect(await secretsOf(victim.merchantId)).toEqual([victim.first])
  })

  it('cannot be opened with another key, or after one bit was changed', async () => {
    const { merchantId } = await merchantWithSecret()
    await expect(
      secretsOf(merchantId, [{ id: 'default', key: Buffer.from(otherEncryptionKey, 'base64') }]),
    ).rejects.toThrow()
    for (const byte of [0, 1, 13, 29]) {
      const flip = () => service.db`
        update callback_secrets set sealed = set_byte(sealed, ${byte}::int, get_byte(sealed, ${byte}::int) # 1)
        where merchant_id = ${merchantId}`
      await flip()
      await expect(secretsOf(merchantId)).rejects.toThrow()
      await flip()
    }
    expect(await secretsOf(merchantId)).toHaveLength(1)
  })
})

describe('rotating it', () => {
  it('keeps the old secret valid until the grace is over, to the second', async () => {
    const { merchantId, first, rotate } = await merchantWithSecret()
    const second = await rotate(60)
    expect(second).toMatch(/^whsec_[\w-]{43}$/)
    expect(await secretsOf(merchantId)).toEqual([second, first])
    clock.advance(59)
    expect(await secretsOf(merchantId)).toEqual([second, first])
    clock.advance(1)
    expect(await secretsOf(merchantId)).toEqual([second])
  })

  it('several times keeps each old one for its shortest grace, the current one first', async () => {
    const { merchantId, first, rotate } = await merchantWithSecret()
    const second = await rotate(100)
    const third = await rotate(10)
    expect(await secretsOf(merchantId)).toEqual([third, second, first])
    const fourth = await rotate(50)
    expect(await secretsOf(merchantId)).toEqual([fourth, third, second])
    clock.advance(10)
    expect(await secretsOf(merchantId)).toEqual([fourth, third])
    clock.advance(40)
    expect(await secretsOf(merchantId)).toEqual([fourth])
  })

  it('repeatedly keeps at most three valid: the oldest end before their grace is over', async () => {
    const { merchantId, first, rotate } = await merchantWithSecret()
    const made = [first]
    for (let i = 0; i < 5; i++) {
      made.unshift(await rotate(604_800))
      expect(await secretsOf(merchantId)).toEqual(made.slice(0, 3))
    }
  })

  it('names the secret that it ended before its grace was over', async () => {
    const { path, merchantId } = await merchantWithSecret()
    const rotate = async (graceSeconds: number) =>
      (await service.admin('POST', `${path}/rotate-secret`, { graceSeconds })).body
    for (const grace of [100, 604_800]) expect((await rotate(grace)).endedSecrets).toEqual([])
    const { body: merchant } = await service.admin('GET', `/merchants/${merchantId}`)
    const [, , oldest] = merchant.callback.secrets
    expect(await rotate(604_800)).toEqual({
      signingSecret: expect.stringMatching(/^whsec_/),
      endedSecrets: [oldest],
    })
    clock.advance(604_800)
    expect((await rotate(100)).endedSecrets).toEqual([])
    // without a grace period, a rotation ends all others, as requested
    await rotate(100)
    expect((await rotate(0)).endedSecrets).toEqual([])
  })

  it('without a grace ends all older secrets at once', async () => {
    const { merchantId, rotate } = await merchantWithSecret()
    await rotate(100)
    const second = await rotate(0)
    expect(await secretsOf(merchantId)).toEqual([second])
  })

  it('keeps the old secret for a day by default, and deletes expired secrets', async () => {
    const { merchantId, first, rotate } = await merchantWithSecret()
    const second = await rotate()
    clock.advance(86_399)
    expect(await secretsOf(merchantId)).toEqual([second, first])
    clock.advance(1)
    const third = await rotate()
    expect(await secretsOf(merchantId)).toEqual([third, second])
    const rows = await service.db`select 1 from callback_secrets where merchant_id = ${merchantId}`
    expect(rows).toHaveLength(2)
  })

  it.each([-1, 604_801, 0.5, '60', null])('is refused with a grace of %j', async graceSeconds => {
    const { merchantId, first, path } = await merchantWithSecret()
    expectProblem(await service.admin('POST', `${path}/rotate-secret`, { graceSeconds }), 'invalid_request')
    expect(await secretsOf(merchantId)).toEqual([first])
  })

  it('twice at once leaves one current secret', async () => {
    const { merchantId, first, rotate } = await merchantWithSecret()
    const made = await Promise.all([rotate(60), rotate(60)])
    const secrets = await secretsOf(merchantId)
    expect(new Set(secrets)).toEqual(new Set([...made, first]))
    const current = await service.db`
      select 1 from callback_secrets where merchant_id = ${merchantId} and expires_at is null`
    expect(current).toHaveLength(1)
  })

  it('needs a merchant', async () => {
    expectProblem(await service.admin('POST', '/merchants/mer_nope/callback/rotate-secret'), 'not_found')
  })
})
