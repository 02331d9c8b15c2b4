import { describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { manualClock } from '../support/manual-clock.ts'
import { useService } from '../support/service.ts'

const clock = manualClock()
const service = useService({ clock })
const week = 604_800

const status = async (key: string) => (await service.call('GET', '/v1/onboarding/status', { key })).status

async function merchantWithKey() {
  const { merchantId, apiKey } = await service.createMerchant()
  const keys = `/merchants/${merchantId}/keys`
  const [{ keyId }] = (await service.admin('GET', keys)).body.data
  const rotate = (body?: object, id = keyId) => service.admin('POST', `${keys}/${id}/rotate`, body)
  const list = async () => (await service.admin('GET', keys)).body.data
  return { apiKey, keyId, rotate, list, keys }
}

describe('rotating a key', () => {
  it('issues a new one; the old one works until the grace is over, to the second', async () => {
    const { apiKey, keyId, rotate, list } = await merchantWithKey()
    expect(await status(apiKey)).toBe(200)
    const end = new Date(clock.now().getTime() + 60_000).toISOString()
    const rotated = await rotate({ graceSeconds: 60 })
    expect(rotated.status).toBe(201)
    expect(rotated.body.keyId).not.toBe(keyId)
    expect(rotated.body).toMatchObject({ expiresAt: null, revokedAt: null })
    expect((await list()).find((key: { keyId: string }) => key.keyId === keyId).expiresAt).toBe(end)

    expect([await status(apiKey), await status(rotated.body.apiKey)]).toEqual([200, 200])
    clock.advance(59.999)
    expect([await status(apiKey), await status(rotated.body.apiKey)]).toEqual([200, 200])
    clock.advance(0.001)
    expect([await status(apiKey), await status(rotated.body.apiKey)]).toEqual([401, 200])
  })

  it('without a grace ends the old one at once', async () => {
    const { apiKey, rotate } = await merchantWithKey()
    expect(await status(apiKey)).toBe(200)
    const { body } = await rotate({ graceSeconds: 0 })
    expect([await status(apiKey), await status(body.apiKey)]).toEqual([401, 200])
  })

  it.each([undefined, {}])('with %j keeps the old one valid for a day', async input => {
    const { apiKey, rotate } = await merchantWithKey()
    expect((await rotate(input)).status).toBe(201)
    clock.advance(86_399)
    expect(await status(apiKey)).toBe(200)
    clock.advance(1)
    expect(await status(apiKey)).toBe(401)
  })

  it('may keep the old one valid for a week', async () => {
    const { apiKey, rotate } = await merchantWithKey()
    expect((await rotate({ graceSeconds: week })).status).toBe(201)
    clock.advance(week - 1)
    expect(await status(apiKey)).toBe(200)
    clock.advance(1)
    expect(await status(apiKey)).toBe(401)
  })

  it.each([-1, week + 1, 1.5, '60', null, true])('is refused with a grace of %j', async graceSeconds => {
    const { rotate, list } = await merchantWithKey()
    expectProblem(await rotate({ graceSeconds }), 'invalid_request')
    expect(await list()).toHaveLength(1)
  })

  it('keeps the label', async () => {
    const { keys } = await merchantWithKey()
    const issued = (await service.admin('POST', keys, { label: 'till 3' })).body
    const rotated = (await service.admin('POST', `${keys}/${issued.keyId}/rotate`)).body
    expect(rotated.label).toBe('till 3')
  })

  it('twice does not prolong the old one', async () => {
    const { apiKey, rotate } = await merchantWithKey()
    await rotate({ graceSeconds: 10 })
    await rotate({ graceSeconds: 1000 })
    clock.advance(10)
    expect(await status(apiKey)).toBe(401)
  })

  it('is refused for a key that is revoked, and says why', async () => {
    const { keyId, keys, rotate, list } = await merchantWithKey()
    await service.admin('DELETE', `${keys}/${keyId}`)
    const refusal = { currentStatus: 'revoked', allowedFrom: ['active'] }
    expectProblem(await rotate(), 'invalid_state', refusal)
    expect(await list()).toHaveLength(1)
  })

  it('is refused for a key that has expired', async () => {
    const { rotate } = await merchantWithKey()
    await rotate({ graceSeconds: 0 })
    expectProblem(await rotate(), 'invalid_state', { currentStatus: 'expired', allowedFrom: ['active'] })
  })

  it('needs a key', async () => {
    const { rotate } = await merchantWithKey()
    expectProblem(await rotate({}, 'key_nope'), 'not_found')
  })

  it('twice at once makes two new keys, and ends the old one once', async () => {
    const { rotate, list, keyId } = await merchantWithKey()
    const answers = await Promise.all([rotate({ graceSeconds: 60 }), rotate({ graceSeconds: 60 })])
    expect(answers.map(answer => answer.status)).toEqual([201, 201])
    const keys: { keyId: string; expiresAt: string | null }[] = await list()
    expect(keys.filter(key => key.expiresAt).map(key => key.keyId)).toEqual([keyId])
    expect(keys).toHaveLength(3)
  })
})
