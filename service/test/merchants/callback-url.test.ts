import { describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { type TestService, useService } from '../support/service.ts'

const open = useService()
const guarded = useService({
  env: { SVC_CALLBACK_ALLOW_PRIVATE: 'false', SVC_CALLBACK_DENY: '9.9.9.0/24, 2620:fe::/48' },
})

async function put(service: TestService, url: unknown) {
  const { merchantId } = await service.createMerchant()
  const answer = await service.admin('PUT', `/merchants/${merchantId}/callback`, { url })
  const { body } = await service.admin('GET', `/merchants/${merchantId}`)
  return { answer, kept: body.callbackUrl }
}

describe('a callback URL', () => {
  it('is kept, and removed with null', async () => {
    const { merchantId } = await open.createMerchant()
    const path = `/merchants/${merchantId}/callback`
    const url = 'https://shop.example/callbacks?shop=7'
    const set = await open.admin('PUT', path, { url })
    expect([set.status, set.body]).toEqual([200, { url }])
    expect((await open.admin('GET', `/merchants/${merchantId}`)).body.callbackUrl).toBe(url)
    expect((await open.admin('PUT', path, { url: null })).body).toEqual({ url: null })
    expect((await open.admin('GET', `/merchants/${merchantId}`)).body.callbackUrl).toBeNull()
  })

  it.each([
    '',
    ' ',
    'shop.example',
    '/callbacks',
    'https://',
    'https://a b/',
    'http:///',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'https://user:pass@shop.example/',
    'https://user@shop.example/',
    'https://shop.example/#part',
    'https://shop.example:99999/',
    5,
    {},
    true,
  ])('is not %j', async url => {
    const { answer, kept } = await put(open, url)
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors[0].path).toBe('url')
    expect(kept).toBeNull()
    if (typeof url === 'string') {
      const created = await open.admin('POST', '/merchants', { name: 'x', callbackUrl: url })
      expectProblem(created, 'invalid_request')
      expect(created.body.errors[0].path).toBe('callbackUrl')
    }
  })

  it.each(['x'.repeat(2048), 'é'.repeat(1000)])(
    'has at most 2048 characters, in the form in which it is called',
    async path => {
      const { answer, kept } = await put(open, `https://shop.example/${path}`)
      expectProblem(answer, 'invalid_request')
      expect(kept).toBeNull()
    },
  )

  it('is required, under its exact name', async () => {
    const { merchantId } = await open.createMerchant({ callbackUrl: 'https://shop.example/' })
    const path = `/merchants/${merchantId}/callback`
    for (const body of [{}, undefined, { urll: null }]) {
      expectProblem(await open.admin('PUT', path, body), 'invalid_request')
    }
    expect((await open.admin('GET', `/merchants/${merchantId}`)).body.callbackUrl).toBe(
      'https://shop.example/',
    )
  })

  it('needs a merchant', async () => {
    expectProblem(await open.admin('PUT', '/merchants/mer_nope/callback', { url: null }), 'not_found')
  })

  it('may be a private or plain-http address where that is allowed', async () => {
    for (const url of ['http://localhost:3000/hook', 'http://10.0.0.7/', 'https://[::1]:8443/']) {
      expect((await put(open, url)).kept).toBe(url)
    }
  })
})

describe('where private addresses are not allowed', () => {
  it.each([
    'http://shop.example/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://shop.localhost/',
    'https://shop.localhost./',
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://０x7f.1/',
    'https://127。0。0。1/',
    'https://0.0.0.0/',
    'https://0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[ff02::1]/',
    'https://[fec0::1]/',
    'https://[2001:db8::1]/',
    'https://shop.example:22/',
    'https://shop.example:25/',
    'https://shop.example:444/',
    'https://shop.example:1023/',
    'https://9.9.9.9/',
  ])('%s is refused', async url => {
    const { answer, kept } = await put(guarded, url)
    expectProblem(answer, 'invalid_request')
    expect(kept).toBeNull()
    expectProblem(
      await guarded.admin('POST', '/merchants', { name: 'x', callbackUrl: url }),
      'invalid_request',
    )
  })

  it.each([
    'https://shop.example/hook',
    'https://shop.example:80/',
    'https://shop.example:1024/',
    'https://shop.example:8443/hook',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://localhost.example/',
    'https://notlocalhost/',
  ])('%s is accepted', async url => {
    expect((await put(guarded, url)).kept).toBe(url)
  })
})
