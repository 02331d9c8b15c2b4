import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectRefusal, expectUsageFault, folderForThisTest, run as runProcess } from '../../support/cli.ts'
import { refuse, startReceiver } from '../../support/receiver.ts'
import { operatorToken, useService } from '../../support/service.ts'
import { commandsWith, run } from '../in-process.ts'

const service = useService()
const env = () => ({ PORT: new URL(service.url).port, SVC_OPERATOR_TOKEN: operatorToken })
const { attempt, svcpay, json } = commandsWith(env)
const statusOf = async (key: string) => (await service.call('GET', '/v1/onboarding/status', { key })).status

describe('operator commands', () => {
  it('create, show and list merchants', async () => {
    const text = await svcpay(
      'merchants',
      'create',
      'Corner Bakery',
      '--fee-bps',
      '250',
      '--fee-fixed-cents',
      '30',
    )
    expect(text).toMatch(/fee +2\.5% \+ 30 cents/)
    expect(await statusOf(/API key +(\S+)/.exec(text)?.[1] ?? '')).toBe(200)
    const id = /merchant +(mer_\w+)/.exec(text)?.[1] ?? ''

    const [shown, listed, table] = await Promise.all([
      svcpay('merchants', 'show', id),
      json('merchants', 'list', '--limit', '1'),
      svcpay('merchants', 'list'),
    ])
    expect(shown).not.toMatch(/API key|whsec_/)
    expect(listed.data).toHaveLength(1)
    expect(table).toMatch(new RegExp(`^MERCHANT +NAME.*\\n[\\s\\S]*${id} +Corner Bakery`))
  })

  it('create, rotate and revoke keys, and print how long the old one works', async () => {
    const { merchantId } = await service.createMerchant()
    const created = await json('keys', 'create', merchantId, '--label', 'till')
    expect(await statusOf(created.apiKey)).toBe(200)
    const rotated = await svcpay('keys', 'rotate', merchantId, created.keyId)
    expect(await statusOf(/API key +(\S+)/.exec(rotated)?.[1] ?? '')).toBe(200)
    const { body: keys } = await service.admin('GET', `/merchants/${merchantId}/keys`)
    const { expiresAt } = keys.data.find(({ keyId }: { keyId: string }) => keyId === created.keyId)
    expect(rotated).toContain(
      `\nThe old key works until ${expiresAt.replace(/\.\d+Z$/, 'Z')}. If it has leaked,`,
    )
    expect(rotated).toContain(`stop it now: svcpay keys revoke ${merchantId} ${created.keyId}\n`)
    const newest = /key_\w+/.exec(rotated)?.[0] ?? ''
    const leaked = await svcpay('keys', 'rotate', merchantId, newest, '--grace-seconds', '0')
    expect(leaked).toMatch(/\nThe old key no longer works\.\n$/)
    const last = /key_\w+/.exec(leaked)?.[0] ?? ''
    expect(await svcpay('keys', 'revoke', merchantId, last)).toBe(`Revoked ${last}.\n`)
    expect(await statusOf(/API key +(\S+)/.exec(leaked)?.[1] ?? '')).toBe(401)
  })

  it('set the callback URL', async () => {
    const { merchantId } = await service.createMerchant()
    expect(await json('callback', 'set', merchantId, 'https://a.example/hook')).toEqual({
      url: 'https://a.example/hook',
    })
  })

  it('accept a merchant’s name instead of its id, if no other has it', async () => {
    const { merchantId } = await service.createMerchant({ name: 'Only One' })
    await service.createMerchant({ name: 'Only One More' })
    expect(await json('merchants', 'show', 'only one')).toMatchObject({ merchantId })
    expect(await json('audit', '--merchant', 'Only One')).toMatchObject({ data: [{ target: merchantId }] })
    expectRefusal(
      await attempt('keys', 'create', 'Only'),
      'svcpay: No merchant is called “Only”. Look for it with svcpay merchants list --search Only.',
    )
    const { merchantId: second } = await service.createMerchant({ name: 'Only One' })
    expectRefusal(
      await attempt('merchants', 'show', 'Only One'),
      `svcpay: Several merchants are called “Only One”: ${second}, ${merchantId}. Pass one of these ids.`,
    )
  })

  it('test a callback, and fail if it does not arrive', async () => {
    const receiver = await startReceiver()
    const { merchantId } = await service.createMerchant({ callbackUrl: receiver.url })
    expect(await svcpay('callback', 'test', merchantId)).toMatch(/^Delivered: 200 after \d+ ms\.\n$/)
    receiver.behave(refuse(503))
    const failed = await attempt('callback', 'test', merchantId)
    expectRefusal(failed, /The test event was not delivered/)
    expect(failed.stdout).toMatch(/^Failed: 503 after \d+ ms\.\n$/)
    const inJson = await attempt('callback', 'test', merchantId, '--json')
    expectRefusal(inJson, /The test event was not delivered/)
    expect(JSON.parse(inJson.stdout)).toMatchObject({ delivered: false, status: 503 })
    await receiver.close()
    const silent = await attempt('callback', 'test', merchantId)
    expectRefusal(silent, /The test event was not delivered/)
    expect(silent.stdout).toMatch(/^Failed: \D+.* after \d+ ms\.\n$/)
    expect(silent.stdout).not.toContain('null')
  })

  it('add a note for the audit log', async () => {
    const { merchantId } = await service.createMerchant()
    const noted = ['José on the phone: “please stop”', '✓'.repeat(200)]
    for (const note of noted) await svcpay('keys', 'create', merchantId, '--actor', note)
    const { body } = await service.admin('GET', `/audit?merchantId=${merchantId}&action=key.issue`)
    expect(body.data.map(({ note }: { note: string }) => note)).toEqual(noted.toReversed())
    for (const note of ['', ' ', 'two\nlines', 'x'.repeat(201)]) {
      const { code, stderr } = await attempt('merchants', 'show', merchantId, '--actor', note)
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/It must be one line of 1 to 200 characters\./),
      ])
    }
  })

  it('read further pages until one has a match', async () => {
    const pages: Record<string, object> = {
      '': { data: [], nextCursor: 'further' },
      further: { data: [], nextCursor: 'furthest' },
      furthest: {
        data: [{ operatorId: 'opr_1', name: 'Ana', role: 'admin', hint: 'abcd' }],
        nextCursor: null,
      },
    }
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost')
      response.end(JSON.stringify(pages[searchParams.get('cursor') ?? '']))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await svcpay('operators', 'list', '--url', url)).toMatch(/opr_1 +Ana/)
  })

  it('add, list and remove operators with their own tokens', async () => {
    const text = await svcpay('operators', 'add', 'Ana', '--role', 'viewer')
    expect(text).toMatch(/token is shown only once/)
    const [id = '', token = ''] = [/opr_\w+/.exec(text)?.[0], /svc_op_\w+/.exec(text)?.[0]]
    const [listed, refused, asOwner] = await Promise.all([
      svcpay('operators', 'list', '--token', token),
      attempt('merchants', 'create', 'x', '--token', token),
      run(['merchants', 'list'], { PORT: env().PORT, SVC_OPERATOR_TOKEN: token }),
    ])
    expect(listed).toMatch(new RegExp(`^OPERATOR +NAME +ROLE.*\\n[\\s\\S]*${id} +Ana +viewer`))
    expect(listed).not.toContain(token)
    expectRefusal(refused, /Forbidden: This call needs the role admin; yours is viewer/)
    expect(asOwner.code).toBe(0)
    expect(await svcpay('operators', 'remove', id)).toBe(`Removed ${id}.\n`)
    expectRefusal(await attempt('operators', 'list', '--token', token), /Unauthorized/)
  })

  it('list operators’ actions, page by page', async () => {
    const { merchantId } = await service.createMerchant()
    await svcpay('keys', 'create', merchantId)
    const first = await svcpay('audit', '--merchant', merchantId, '--limit', '1')
    expect(first).toMatch(
      /^TIME +ACTOR +NOTE +ADDRESS +ACTION +TARGET +OUTCOME\n\S+ +owner +\S+ +127\.0\.0\.1 +key\.issue +key_\w+ +–\n/,
    )
    const cursor = /more: --cursor (\S+)/.exec(first)?.[1] ?? ''
    const second = await json('audit', '--merchant', merchantId, '--limit', '1', '--cursor', cursor)
    expect(second.data).toMatchObject([{ action: 'merchant.create', target: merchantId }])
  })
})

describe('a failing operator command gives the reason in one line', () => {
  it('if the service refuses', async () => {
    const [unknown, invalid, token] = await Promise.all([
      attempt('merchants', 'show', 'mer_nope', '--json'),
      attempt('merchants', 'create', 'x', '--fee-bps', '99999'),
      run(['audit'], { ...env(), SVC_OPERATOR_TOKEN: 'a-wrong-token-of-the-tests' }),
    ])
    expectRefusal(unknown, /Not found: No such merchant/)
    expectRefusal(invalid, /^svcpay: Invalid request: feeBps must be at most 10000\.$/)
    expectRefusal(token, /Unauthorized/)
    expect(token.stderr).not.toContain('a-wrong-token')
  })

  it('if nothing answers, something else answers, or the address is invalid', async () => {
    const stranger = createServer((_request, response) => response.end('<html>')).listen(0, '127.0.0.1')
    onTestFinished(() => void stranger.close())
    await once(stranger, 'listening')
    const strange = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`
    const [nobody, other, none] = await Promise.all([
      attempt('audit', '--url', 'http://127.0.0.1:1'),
      attempt('audit', '--url', strange),
      attempt('audit', '--url', 'nonsense'),
    ])
    expectRefusal(
      nobody,
      /Nothing answers at http:\/\/127.0.0.1:1: start svcpay up, or pass the address with --url/,
    )
    expectRefusal(other, /is not svcpay/)
    expectRefusal(none, /nonsense is not a URL/)
  })

  it('if there is no token', async () => {
    expectRefusal(
      await run(['audit'], { PORT: env().PORT }, folderForThisTest()),
      /No operator token: pass --token/,
    )
  })

  it('if it was mistyped', async () => {
    for (const [args, line] of [
      [['keys', 'create'], "missing required argument 'merchantId'. See svcpay keys create --help."],
      [['keys', 'rotat'], "unknown command 'rotat' (Did you mean rotate?) See svcpay keys --help."],
      [['nonsense'], "unknown command 'nonsense'. See svcpay --help."],
    ] as const) {
      expect(await attempt(...args)).toMatchObject({ code: 2, stderr: `svcpay: ${line}\n` })
    }
    const number = await attempt('keys', 'rotate', 'a', 'b', '--grace-seconds', 'x')
    expectUsageFault(
      number,
      /'--grace-seconds <n>' .* It must be a whole number\. See svcpay keys rotate --help/,
    )
  })
})

it('the token may come from the data dir, settings from a .env file, and --url may end in a slash', async () => {
  const folder = folderForThisTest()
  mkdirSync(join(folder, 'kept'))
  writeFileSync(join(folder, 'kept', 'operator-token'), `${operatorToken}\n`)
  writeFileSync(join(folder, '.env'), 'SVC_DATA_DIR=./kept\n')
  const { code, stdout } = await runProcess(
    ['merchants', 'list', '--json', '--url', `${service.url}/`],
    {},
    folder,
  )
  expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, ['data', 'nextCursor']])
})
