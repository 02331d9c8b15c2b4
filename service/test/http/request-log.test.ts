import { describe, expect, it } from 'vitest'
import { encryptionKey } from '../support/secrets.ts'
import { operatorToken, useService } from '../support/service.ts'

const service = useService()

const lines = () => service.logged.map(line => JSON.parse(line))

async function linesOf(traceId: string) {
  await expect.poll(() => lines().some(line => line.traceId === traceId && line.msg === 'request')).toBe(true)
  return lines().filter(line => line.traceId === traceId)
}

describe('the log of a request', () => {
  it.each([
    ['/v1/onboarding/status', 401],
    ['/nope', 404],
    ['/problems', 200],
    ['/%zz', 400],
  ])('has one line with the trace id, method, path, status, time and address: %s', async (path, status) => {
    const answer = await service.call('GET', `${path}?a=1`)
    const traceId = answer.headers.get('x-correlation-id') ?? ''
    const [line, ...rest] = await linesOf(traceId)
    expect(rest).toEqual([])
    expect(line).toMatchObject({ traceId, method: 'GET', path, status, ms: expect.any(Number) })
    expect(line.address).toBe('127.0.0.1')
  })

  it('names the merchant and the key’s public id', async () => {
    const { merchantId, apiKey } = await service.createMerchant()
    const answer = await service.call('GET', '/v1/onboarding/status', { key: apiKey })
    const [line] = await linesOf(answer.headers.get('x-correlation-id') ?? '')
    expect(line).toMatchObject({ merchantId, keyId: `key_${apiKey.split('_')[2]}` })
  })

  it('leaves out successful probes', async () => {
    const { headers } = await service.call('GET', '/healthz')
    await service.call('GET', '/nope')
    expect(service.logged.join('')).not.toContain(headers.get('x-correlation-id'))
  })
})

describe('no secret reaches the log', () => {
  it('in any line, whatever happens to it', async () => {
    const merchant = await service.createMerchant({
      callbackUrl: 'https://a.example/?token=url-query-secret',
    })
    const { merchantId, apiKey } = merchant
    const path = `/merchants/${merchantId}`
    const issued = (await service.admin('POST', `${path}/keys`)).body
    const rotated = (await service.admin('POST', `${path}/keys/${issued.keyId}/rotate`)).body
    const secret = (await service.admin('POST', `${path}/callback/rotate-secret`)).body.signingSecret
    const status = '/v1/onboarding/status'
    await service.call('GET', status, { key: apiKey })
    await service.call('GET', status, { headers: { authorization: `Bearer ${rotated.apiKey}` } })
    await service.call('GET', status, { key: `${apiKey.slice(0, -1)}x` })
    await service.call('GET', `${status}?apiKey=${apiKey}&q=a-query-secret`, { key: apiKey })
    await service.call('GET', `/nope?apiKey=${apiKey}`, { key: apiKey })
    await service.call('GET', `/%zz?apiKey=${apiKey}`, { key: apiKey })
    for (const pasted of [apiKey, secret, operatorToken, `%7E${apiKey}`, `${apiKey}%zz`]) {
      await service.call('GET', `/v1/payments/${pasted}`, { key: apiKey })
      await service.call('GET', `/${pasted}/nope`)
    }
    await service.call('GET', '/admin/v1/audit', { headers: { authorization: `Bearer ${apiKey}` } })
    await service.admin('POST', '/merchants', { name: 5, apiKey, callbackSigningSecret: secret })
    await service.call('POST', '/admin/v1/merchants', {
      operator: true,
      raw: `{"secret":"${secret}"`,
      headers: { 'content-type': 'application/json', cookie: `session=${apiKey}` },
    })
    await service.db`alter table callback_secrets rename column sealed to sealed_away`
    const failed = await service.admin('POST', `${path}/callback/rotate-secret`)
    await service.db`alter table callback_secrets rename column sealed_away to sealed`
    expect(failed.status).toBe(500)
    await linesOf(failed.body.traceId)

    const log = service.logged.join('')
    const apiKeys = [apiKey, issued.apiKey, rotated.apiKey]
    const secrets = [
      ...apiKeys,
      ...apiKeys.map(key => key.split('_').at(-1)),
      merchant.callbackSigningSecret,
      secret,
      operatorToken,
      encryptionKey,
      service.config.databaseUrl,
      new URL(service.config.databaseUrl).password,
      'url-query-secret',
      'a-query-secret',
      'authorization',
      'cookie',
    ]
    for (const one of secrets) expect(log).not.toContain(one)
    expect(log).not.toMatch(/\?/)
  })
})
