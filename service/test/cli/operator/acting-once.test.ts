import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../../vitest.waits.ts'
import { expectRefusal, folderForThisTest, launchForThisTest } from '../../support/cli.ts'
import { type Fate, useCuttingProxy } from '../../support/cutting-proxy.ts'
import { usePaying } from '../../support/paying.ts'
import { operatorToken } from '../../support/service.ts'
import { commandsWith, launchHereForThisTest } from '../in-process.ts'

const paying = usePaying()
const proxy = useCuttingProxy(() => paying.service.url)
let state: string
const env = () => ({
  PORT: new URL(proxy.url).port,
  SVC_OPERATOR_TOKEN: operatorToken,
  XDG_STATE_HOME: state,
})
const { attempt, svcpay, json } = commandsWith(env)

const kept = () => {
  const folder = join(state, 'svcpay', 'open-commands')
  return existsSync(folder) ? readdirSync(folder).map(name => join(folder, name)) : []
}
const refundedCents = async (id: string) => (await paying.get(`/payments/${id}`)).body.refundedCents
const keysSent = () => proxy.seen.map(({ headers }) => headers['idempotency-key'])

beforeEach(() => {
  state = folderForThisTest()
  proxy.fates = []
  proxy.seen = []
})

describe('a refund whose answer is lost', () => {
  it.each<[string, Fate, RegExp]>([
    ['a reset', 'reset', /No answer from http:\S+ \(.+\)\./],
    ['a reset halfway', 'reset halfway', /No answer from http:\S+ \(.+\)\./],
    ['a gateway’s own answer', { status: 502, body: '<h1>Bad gateway</h1>' }, /is not svcpay\./],
    ['an answer that is not svcpay’s', { status: 200, body: 'Welcome' }, /is not svcpay\./],
    [
      'a 504',
      { status: 504, body: '{"title":"Outcome unknown","detail":"Later.","code":"outcome_unknown"}' },
      /Outcome unknown: Later\./,
    ],
    [
      'a 503',
      { status: 503, body: '{"title":"Unavailable","detail":"Later.","code":"unavailable"}' },
      /Unavailable: Later\./,
    ],
    [
      '409 In progress',
      { status: 409, body: '{"title":"In progress","detail":"Wait.","code":"in_progress"}' },
      /In progress: Wait\./,
    ],
  ])('by %s is finished by the same command, and made once', async (_, fate, said) => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    proxy.fates = [fate]
    const refund = ['payments', 'refund', id, '--amount-cents', '700']
    const lost = await attempt(...refund)
    expectRefusal(lost, said)
    expect(lost.stderr).toMatch(/The outcome is unknown: repeat the same command to find out/)
    expect(kept()).toHaveLength(1)
    expect(statSync(kept()[0] ?? '').mode & 0o777).toBe(0o600)

    const { code, stdout, stderr } = await attempt(...refund)
    expect([code, stdout]).toEqual([0, `${id} is partially_refunded.\n`])
    expect(stderr).toMatch(/^svcpay: This completed the refund begun at \S+Z.*repeat the command\.\n$/)
    expect(await refundedCents(id)).toBe(700)
    expect(new Set(keysSent()).size).toBe(1)
    expect(kept()).toEqual([])

    // the outcome is known, so the next refund is a new one
    await svcpay(...refund)
    expect(await refundedCents(id)).toBe(1_400)
  })

  it('is resumed at another address of the service', async () => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    const refund = ['payments', 'refund', id, '--amount-cents', '700']
    proxy.fates = ['reset']
    await attempt(...refund)
    await attempt(...refund, '--url', paying.service.url)
    expect(await refundedCents(id)).toBe(700)
    expect(kept()).toEqual([])
  })

  it('stays open while the answers do not settle it', async () => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    const refund = ['payments', 'refund', id, '--amount-cents', '700']
    proxy.fates = ['reset']
    await attempt(...refund)
    for (const [args, said] of [
      [
        ['--token', 'wrong'],
        /Unauthorized: .* The outcome of the refund that began at \S+Z is still unknown/,
      ],
      [['--url', 'http://127.0.0.1:9'], /Nothing answers at .* is still unknown/],
    ] as const) {
      expectRefusal(await attempt(...refund, ...args), said)
      expect(kept()).toHaveLength(1)
    }
    await attempt(...refund)
    expect(await refundedCents(id)).toBe(700)
  })

  it('is reported by another command on the payment, which has its own key', async () => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    proxy.fates = ['reset']
    await attempt('payments', 'refund', id, '--amount-cents', '700', '--reason', 'duplicate', '--no-fee')
    const { code, stderr } = await attempt('payments', 'refund', id, '--amount-cents', '300')
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        `^svcpay: The outcome of an earlier command is still unknown: svcpay api POST /payments/${id}/refund refundApplicationFee=false amountCents=700 reason=duplicate \\(begun at \\S+Z\\)\\. Repeat it to find out\\.\n$`,
      ),
    ])
    expect(await refundedCents(id)).toBe(1_000)
    expect(new Set(keysSent()).size).toBe(2)
    expect(kept()).toHaveLength(1)
    const other = await paying.pay({ amountCents: 2_000 })
    await svcpay('payments', 'refund', other.id)
  })

  it('is resumed after and with a key given by hand', async () => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    const refund = ['payments', 'refund', id, '--amount-cents', '700']
    proxy.fates = ['reset', 'reset']
    await attempt(...refund, '--idempotency-key', 'by-hand')
    await attempt(...refund)
    await attempt(...refund, '--idempotency-key', 'by-hand')
    expect(keysSent()).toEqual(['by-hand', 'by-hand', 'by-hand'])
    expect(await refundedCents(id)).toBe(700)
    expect(kept()).toEqual([])
  })
})

describe('a command that acts', () => {
  it.each([
    ['capture', 'succeeded', { captureMethod: 'manual' }],
    ['cancel', 'canceled', { captureMethod: 'manual' }],
  ])('%s is resumed as well', async (name, status, body) => {
    const { id } = await paying.pay(body)
    proxy.fates = ['reset']
    expectRefusal(await attempt('payments', name, id), /The outcome is unknown/)
    expect((await json('payments', 'show', id)).status).toBe(status)
    expect(await attempt('payments', name, id)).toMatchObject({ code: 0, stdout: `${id} is ${status}.\n` })
    expect(kept()).toEqual([])
  })

  it('keeps no file once it was answered or if it was never sent', async () => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    await svcpay('payments', 'refund', id, '--amount-cents', '100')
    expectRefusal(await attempt('payments', 'refund', id, '--amount-cents', '5000'), /Invalid request/)
    expectRefusal(await attempt('payments', 'capture', id), /Invalid state/)
    expectRefusal(await attempt('payments', 'refund', 'svcpay_nope'), /Not found: No such payment\.$/)
    expectRefusal(await attempt('payments', 'refund', id, '--token', 'wrong'), /Unauthorized: [^.]*\.$/)
    const unsent = await attempt('payments', 'refund', id, '--url', 'http://127.0.0.1:9')
    expectRefusal(unsent, /Nothing answers at http:\/\/127\.0\.0\.1:9: start svcpay up/)
    expect(kept()).toEqual([])
    expect(await refundedCents(id)).toBe(100)
  })

  it('ends at Ctrl-C and is resumed', async () => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    const refund = ['payments', 'refund', id, '--amount-cents', '700']
    proxy.fates = ['silence']
    const running = launchHereForThisTest(refund, env())
    await waitFor(() => expect(proxy.seen).toHaveLength(1))
    expectRefusal(await running.signal('SIGINT'), /^svcpay: Interrupted\. The outcome is unknown/)
    await attempt(...refund)
    expect(await refundedCents(id)).toBe(700)
  })

  it('is resumed after its process was killed', async () => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    const refund = ['payments', 'refund', id, '--amount-cents', '700']
    proxy.fates = ['silence']
    const running = launchForThisTest(refund, env())
    await waitFor(() => expect(proxy.seen).toHaveLength(1))
    await running.signal('SIGKILL')
    await attempt(...refund)
    expect(await refundedCents(id)).toBe(700)
  })

  it('acts once if it is started several times at the same time', async () => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    const refund = ['payments', 'refund', id, '--amount-cents', '700']
    proxy.fates = ['reset', 'pass', 'reset', 'pass']
    await Promise.all(Array.from({ length: 4 }, () => attempt(...refund)))
    const keys = new Set(keysSent())
    if (kept().length > 0) await attempt(...refund)
    expect(keys.size).toBe(1)
    expect(await refundedCents(id)).toBe(700)
    expect(kept()).toEqual([])
  })

  it('is not sent if its key cannot be stored', async () => {
    const { id } = await paying.pay({ amountCents: 2_000 })
    writeFileSync(join(state, 'svcpay'), 'in the way')
    expectRefusal(
      await attempt('payments', 'refund', id),
      /Nothing was sent: cannot store the key of this command in \S+ \(.*\)\. Set XDG_STATE_HOME to a writable folder/,
    )
    expect(proxy.seen).toEqual([])
  })
})

it('any other command with a change reports that it may have succeeded', async () => {
  proxy.fates = ['reset', 'reset']
  const created = await attempt('merchants', 'create', 'Twice')
  expectRefusal(created, /No answer from http:\S+ \(.+\)\. It may have succeeded\.$/)
  expectRefusal(await attempt('merchants', 'list'), /No answer from http:\S+ \(.+\)\.$/)
})
