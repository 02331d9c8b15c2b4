import { describe, expect, it } from 'vitest'
import { useService } from '../support/service.ts'

const service = useService()
const made = /^trc_[0-9a-z]{26}$/

async function idFor(sent: string | null, path = '/healthz') {
  const headers = sent === null ? {} : { 'x-correlation-id': sent }
  const answer = await service.call('GET', path, { headers })
  return { id: answer.headers.get('x-correlation-id') ?? '', answer }
}

describe('the correlation id', () => {
  it.each(['12345678', 'a'.repeat(128), 'Order-42.retry_3', 'svc_order_1234', '........'])(
    '%s is kept',
    async sent => {
      expect((await idFor(sent)).id).toBe(sent)
      const { answer } = await idFor(sent, '/nope')
      expect(answer.body.traceId).toBe(sent)
    },
  )

  it.each([
    '',
    '1234567',
    'a'.repeat(129),
    'with space',
    'semi;colon12',
    '<script>12',
    '{"a":12345}',
    `svc_live_${'0'.repeat(26)}_x`,
    `svc_por_${'0'.repeat(26)}_x`,
    `svc_operator_${'0'.repeat(48)}`,
    'id.whsec_x1',
  ])('%j is replaced', async sent => {
    expect((await idFor(sent)).id).toMatch(made)
    const { answer } = await idFor(sent, '/nope')
    expect(answer.body.traceId).toMatch(made)
  })

  it.each([
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/docs',
    '/problems/not_found',
    '/v1/onboarding/status',
    '/%zz',
  ])('is on the answer of %s', async path => {
    expect((await idFor(null, path)).id).toMatch(made)
  })

  it.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-later', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-later', made],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', made],
    [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, made],
    [`00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`, made],
    ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', made],
    ['4bf92f3577b34da6a3ce929d0e0e4736', made],
  ])('is taken from the traceparent %s, if that is valid', async (traceparent, expected) => {
    const { headers, body } = await service.call('GET', '/nope', { headers: { traceparent } })
    expect(headers.get('x-correlation-id')).toMatch(expected)
    expect(body.traceId).toMatch(expected)
    const own = { traceparent, 'x-correlation-id': 'support-case-7' }
    const answer = await service.call('GET', '/nope', { headers: own })
    expect(answer.headers.get('x-correlation-id')).toBe('support-case-7')
  })

  it('is a new one for every request', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => idFor(null)))
    expect(new Set(ids.map(({ id }) => id)).size).toBe(20)
  })

  it('is on successful answers to merchants and operators', async () => {
    const { apiKey } = await service.createMerchant()
    const merchant = await service.call('GET', '/v1/onboarding/status', { key: apiKey })
    const operator = await service.admin('GET', '/merchants')
    expect([merchant.status, operator.status]).toEqual([200, 200])
    for (const { headers } of [merchant, operator]) expect(headers.get('x-correlation-id')).toMatch(made)
  })
})
