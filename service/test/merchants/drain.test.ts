import { describe, expect, it } from 'vitest'
import { run } from '../cli/in-process.ts'
import { newKey } from '../support/paying.ts'
import { operatorToken, startService, testEnv } from '../support/service.ts'
import { first, second, useTwoProcessors } from '../support/two-processors.ts'

const two = useTwoProcessors()

/** Starts an instance without the processor, or with it in another mode. */
const withProcessors = (names: string) => two.start({ env: { SVC_PROCESSORS: names } })

describe('a draining processor', () => {
  it('takes no new payments and no merchants, and completes its existing payments', async () => {
    const merchant = await two.addMerchant()
    await two.move(merchant.merchantId, second)
    const key = newKey()
    const before = await two.create(merchant, key)
    await two.confirm(merchant, before.body)
    two.service = await withProcessors(`${first},${second}:drain`)

    const refused = await two.create(merchant)
    expect([refused.body.code, refused.body.detail]).toEqual([
      'no_connected_account',
      expect.stringMatching(/takes no new payments/),
    ])
    expect((await two.create(merchant, key)).text).toBe(before.text)
    const { body } = await two.post(merchant, `/payments/${before.body.svcPaymentId}/refund`, {
      amountCents: 100,
    })
    expect(body).toMatchObject({ status: 'partially_refunded', processor: second })

    const other = await two.service.createMerchant()
    const account = await two.service.admin('POST', `/merchants/${other.merchantId}/account`, {
      processor: second,
    })
    expect([account.status, account.body.code]).toEqual([409, 'invalid_state'])
    expect((await two.move(merchant.merchantId, first)).status).toBe(200)
    expect((await two.move(merchant.merchantId, second)).body).toMatchObject({
      code: 'invalid_state',
      detail: expect.stringMatching(/is draining/),
    })

    const { body: listed } = await two.service.admin('GET', '/processors')
    expect(listed.data).toEqual([
      { name: first, isDefault: true, mode: 'active', openPayments: null, neededUntil: null },
      { name: second, isDefault: false, mode: 'drain', openPayments: 1, neededUntil: expect.any(String) },
    ])
    expect(two.service.logged.some(line => line.includes('a processor is draining'))).toBe(true)
    const cli = await run(['processors', '--url', two.service.url, '--token', operatorToken])
    expect(cli.stdout).toMatch(/stripe-eu +no +drain +1 +until \d{4}-/)
  })

  it('cannot be removed from the settings while it has open payments', async () => {
    const alone = { ...two.env, SVC_PROCESSORS: first }
    await expect(startService(two.databaseUrl, { env: alone })).rejects.toThrow(
      /"stripe-eu" is not in the settings, but has 1 open payment\. Add stripe-eu:drain to SVC_PROCESSORS/,
    )
    const doctor = await run(['doctor', '--json'], { ...testEnv(two.databaseUrl), ...alone })
    expect(doctor.stdout).toMatch(/stripe-eu\\" is not in the settings, but has 1 open payment/)
  })

  it('can be removed once they are closed, and its merchants use the default again', async () => {
    const merchant = await two.addMerchantAt(first)
    await two.service
      .db`update merchants set processor = ${second} where merchant_id = ${merchant.merchantId}`
    const longAgo = new Date(Date.now() - 181 * 86_400_000)
    await two.service.db`update payments set created_at = ${longAgo} where processor = ${second}`
    two.service = await withProcessors(first)
    expect((await two.create(merchant)).body.processor).toBe(first)
  })
})
