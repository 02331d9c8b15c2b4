import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { operations } from '../../../src/cli/operations.ts'
import { expectRefusal, expectUsageFault, folderForThisTest, follow } from '../../support/cli.ts'
import { useCuttingProxy } from '../../support/cutting-proxy.ts'
import { usePaying } from '../../support/paying.ts'
import { operatorToken } from '../../support/service.ts'
import { commandsWith, run } from '../in-process.ts'

const paying = usePaying()
const proxy = useCuttingProxy(() => paying.service.url)
let state: string
const env = () => ({
  PORT: new URL(proxy.url).port,
  SVC_OPERATOR_TOKEN: operatorToken,
  XDG_STATE_HOME: state,
})
const { attempt, svcpay, json } = commandsWith(env)
const api = (...args: string[]) => attempt('api', ...args)
const admin = async (path: string) => (await paying.service.admin('GET', path)).body

beforeEach(() => {
  state = folderForThisTest()
  proxy.fates = []
  proxy.seen = []
})

describe('svcpay api', () => {
  it('prints the API’s answer, however the path is typed', async () => {
    const { merchantId } = paying.merchant
    const answer = await admin(`/merchants/${merchantId}`)
    for (const path of [
      `/merchants/${merchantId}`,
      `merchants/${merchantId}`,
      `/admin/v1/merchants/${merchantId}`,
    ])
      expect(JSON.parse(await svcpay('api', path))).toEqual(answer)
    expect(await json('api', 'get', `/merchants/${merchantId}`)).toEqual(answer)
  })

  it('sends fields with the types that the API documents', async () => {
    const created = await api('/merchants', 'name=42', 'feeBps=250', 'callbackUrl=null')
    const { merchantId, apiKey, ...merchant } = JSON.parse(created.stdout)
    expect(merchant).toMatchObject({ name: '42', feeBps: 250, callbackUrl: null })
    expect(created.stderr).toBe('svcpay: Shown only once; store now: apiKey, callbackSigningSecret.\n')
    const changed = await json('api', 'PATCH', `/merchants/${merchantId}`, 'feeBps=null', 'name=a=b')
    expect(changed).toMatchObject({ name: 'a=b', feeBps: 100 })
    expect(await json('api', 'POST', `/merchants/${merchantId}/suspend`)).toMatchObject({ suspended: true })
    const { count } = await json(
      'api',
      '/deliveries/redeliver',
      'state=dead',
      'dryRun=true',
      'from=2026-01-31',
    )
    expect(count).toBe(0)
    const [key] = (await json('api', `/merchants/${merchantId}/keys`)).data
    expect(await svcpay('api', 'DELETE', `/merchants/${merchantId}/keys/${key.keyId}`)).toBe('')
    expect((await paying.service.call('GET', '/v1/payments', { key: apiKey })).status).toBe(401)
  })

  it('reads the body from a file or from standard input, with fields taking precedence', async () => {
    const folder = folderForThisTest()
    writeFileSync(join(folder, 'new.json'), '{"name": "Filed", "feeBps": 1}')
    const filed = await run(['api', 'POST', '/merchants', '--input', 'new.json', 'feeBps=2'], env(), folder)
    expect(JSON.parse(filed.stdout)).toMatchObject({ name: 'Filed', feeBps: 2 })

    const program = fileURLToPath(new URL('../../../bin/svcpay.js', import.meta.url))
    const access = ['--url', paying.service.url, '--token', operatorToken]
    const child = spawn(process.execPath, [program, 'api', '/merchants', '--input', '-', ...access])
    child.stdin.end('{"name": "Piped"}')
    const piped = await follow(child).ended
    expect(JSON.parse(piped.stdout)).toMatchObject({ name: 'Piped' })
  })

  it('gets one page with a hint that there is more, or all pages', async () => {
    for (const name of ['First', 'Second', 'Third']) await paying.service.createMerchant({ name })
    const page = await api('GET', '/merchants', 'limit=2')
    const { data, nextCursor } = JSON.parse(page.stdout)
    expect(data).toHaveLength(2)
    expect(page.stderr).toBe(`svcpay: There is more: add --all, or cursor=${nextCursor}.\n`)
    const next = await api(`/merchants?limit=2&cursor=${nextCursor}`)
    expect(JSON.parse(next.stdout)).toEqual(await admin(`/merchants?limit=2&cursor=${nextCursor}`))
    const all = JSON.parse(await svcpay('api', 'GET', '/merchants', 'limit=2', '--all'))
    expect(all).toEqual({ data: (await admin('/merchants?limit=100')).data, nextCursor: null })
    expectUsageFault(await api('/overview', '--all'), /GET \/overview has no pages\.$/)
  })

  it('prints a file unchanged', async () => {
    expect(await svcpay('api', '/payments', 'format=csv', '--url', paying.service.url)).toMatch(
      /^svcPaymentId,status,amountCents,/,
    )
  })

  it('refuses an invalid call before sending it, with exit code 2', async () => {
    const wrong: [string[], string | RegExp][] = [
      [['/merchnts'], 'svcpay: The operator API has no /merchnts. See svcpay api --list.'],
      [['/merchants/'], /The operator API has no \/merchants\/\./],
      [['DELETE', '/merchants'], 'svcpay: /merchants takes POST or GET, not DELETE.'],
      [['/merchants/mer_1/suspend'], /takes POST, not GET\.$/],
      [['POST', '/merchants', 'nme=x'], /no field nme\. The fields of POST \/merchants: name, feeBps, /],
      [['POST', '/merchants', 'name'], /name is not a field: write name=value\.$/],
      [['POST', '/sandbox/trigger', 'payment=x'], /payment=x is invalid\. It must be JSON\.$/],
      [
        ['GET', '/stats', 'from=yesterday'],
        /from=yesterday is invalid\. It must be a date such as 2026-01-31/,
      ],
      [['/merchants', '--input', 'nowhere.json'], /--input nowhere\.json cannot be read \(ENOENT\)\.$/],
    ]
    for (const [args, line] of wrong) expectUsageFault(await api(...args), line)
    expect(proxy.seen).toEqual([])
  })

  it('prints the service’s refusals as other commands do', async () => {
    expectRefusal(await api('/merchants/mer_nope'), 'svcpay: Not found: No such merchant.')
    expectRefusal(await api('POST', '/merchants'), /^svcpay: Invalid request: .*name/)
    expectRefusal(await api('POST', '/merchants', 'name=x', 'feeBps=much'), /Invalid request: .*feeBps/)
    expectRefusal(await api('/merchants', '--token', 'wrong'), /Unauthorized/)
    expectRefusal(await api('/merchants', '--url', 'http://127.0.0.1:9'), /Nothing answers at/)
  })

  it('keeps the key of a call that moves money until its outcome is known', async () => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    proxy.fates = ['reset']
    const path = `/payments/${id}/refund`
    expectRefusal(await api('POST', path, 'amountCents=700'), /repeat the same command to find out/)
    // the separate command for the same call resumes it, too
    const resumed = await attempt('payments', 'refund', id, '--amount-cents', '700')
    expect(resumed.stderr).toMatch(/^svcpay: This completed the refund begun at/)
    const keys = proxy.seen.map(({ headers }) => headers['idempotency-key'])
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    expect((await admin(`/payments/${id}`)).refundedCents).toBe(700)
    await svcpay('api', path, 'amountCents=300', '--idempotency-key', 'mine')
    expect(proxy.seen.at(-1)?.headers['idempotency-key']).toBe('mine')
  })

  it('reports an unanswered call on the same payment', async () => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    proxy.fates = ['reset']
    await api('POST', `/payments/${id}/refund`, 'amountCents=700')
    const { stderr } = await api('POST', `/payments/${id}/refund`, 'amountCents=300')
    expect(stderr).toContain(
      `is still unknown: svcpay api POST /payments/${id}/refund amountCents=700 (begun`,
    )
  })

  it('lists the calls, and shows the fields of a single one', async () => {
    const every = await svcpay('api')
    expect(await svcpay('api', '--list')).toBe(every)
    expect(every.trimEnd().split('\n')).toHaveLength(operations.length + 1)
    expect(every).toMatch(/^METHOD +PATH +SUMMARY\nPOST +\/merchants +Create a merchant\n/)
    expect(await svcpay('api', '--list', 'refund')).toMatch(
      /POST +\/payments\/\{id\}\/refund +Refund a payment/,
    )
    expect(await svcpay('api', '--list', 'post /merchants')).toMatch(
      /\n\nFIELD +TYPE +REQUIRED +DESCRIPTION\nname +string +yes +The merchant’s name\nfeeBps +integer +no +/,
    )
    expectRefusal(await api('--list', 'nothing'), /No call contains “nothing”/)
  })
})
