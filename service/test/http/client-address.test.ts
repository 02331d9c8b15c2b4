import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddress, trustOf } from '../../src/http/caller/client-address.ts'
import { useService } from '../support/service.ts'

const requestFrom = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

describe('the address of a client', () => {
  it.each([
    ['nobody is trusted', 0, '10.0.0.1', '1.1.1.1', '10.0.0.1'],
    ['one proxy', 1, '10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['one proxy, and a client that invents others', 1, '10.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['one proxy that adds the port', 1, '10.0.0.1', '1.1.1.1:4711', '1.1.1.1'],
    ['one proxy that adds the port to IPv6', 1, '10.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['one proxy, and an invalid address', 1, '10.0.0.1', 'junk', '10.0.0.1'],
    ['two proxies', 2, '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
    ['a proxy that says nothing', 1, '10.0.0.1', undefined, '10.0.0.1'],
    ['fewer hops than proxies', 3, '10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['proxies by network', ['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.9.9.9', '1.1.1.1'],
    ['a stranger instead of the proxy', ['10.0.0.0/8'], '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['a proxy reached over IPv6', ['10.0.0.0/8'], '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['nonsense', ['10.0.0.0/8'], '10.0.0.1', 'unknown', '10.0.0.1'],
  ])('%s', (_what, proxies, direct, forwarded, expected) => {
    expect(clientAddress(requestFrom(direct, forwarded), trustOf(proxies))).toBe(expected)
  })
})

describe('behind a proxy', () => {
  const service = useService({ env: { SVC_TRUST_PROXY: '127.0.0.1' } })

  it('the log has the address of the client', async () => {
    const { headers } = await service.call('GET', '/nope', {
      headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' },
    })
    const traceId = headers.get('x-correlation-id')
    const line = () => service.logged.map(text => JSON.parse(text)).find(logged => logged.traceId === traceId)
    await expect.poll(line).toMatchObject({ path: '/nope', address: '203.0.113.7' })
  })
})
