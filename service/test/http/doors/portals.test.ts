import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../console/browser.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { startReceiver } from '../../support/receiver.ts'
import { type CreatedMerchant, useService } from '../../support/service.ts'
import { holdPayments, roomForHeld } from './held-payments.ts'

const service = useService({
  env: roomForHeld,
  doorLimits: { concurrency: { min: 2, start: 2, max: 2 }, portalRequestsPerSecond: 300 },
})
let merchant: CreatedMerchant
let portal: Browser

async function openPortal(merchantId: string): Promise<Browser> {
  const { body } = await service.admin('POST', `/merchants/${merchantId}/portal-link`)
  return await signIn(service, { code: body.url.split('#code=')[1] })
}

beforeAll(async () => {
  merchant = await service.createMerchant()
  portal = await openPortal(merchant.merchantId)
})

describe('a merchant’s portal', () => {
  it('runs one callback test at a time, so that slow ones do not delay operators', async () => {
    const { merchantId } = merchant
    const waiting: (() => void)[] = []
    const receiver = await startReceiver((_callback, response) => void waiting.push(() => response.end()))
    await service.admin('PUT', `/merchants/${merchantId}/callback`, { url: receiver.url })
    const test = () => portal.call('POST', `/admin/v1/merchants/${merchantId}/callback/test`, { body: {} })
    const first = test()
    await expect.poll(() => waiting.length).toBe(1)
    for (const refused of await Promise.all(Array.from({ length: 30 }, test))) {
      expectProblem(refused, 'in_progress', { detail: 'A test of this callback is still running.' })
    }
    const byOperator = await service.admin('POST', `/merchants/${merchantId}/callback/test`, {})
    expectProblem(byOperator, 'in_progress')
    expect((await service.admin('POST', `/merchants/${merchantId}/suspend`)).status).toBe(200)
    expect((await service.admin('POST', `/merchants/${merchantId}/resume`)).status).toBe(200)
    waiting[0]?.()
    expect((await first).body).toMatchObject({ delivered: true })
    expect(receiver.received.length).toBe(1)
  })

  it('waits at its own door: operators are served despite a hundred of its calls', async () => {
    const payments = await holdPayments(service)
    const list = () => portal.call('GET', '/admin/v1/payments')
    const held = Array.from({ length: 100 }, list)
    await payments.waitedFor(2)
    expect((await service.admin('GET', '/merchants')).status).toBe(200)
    const operator = await signIn(service)
    expect((await operator.call('GET', '/admin/v1/merchants')).status).toBe(200)
    await payments.release()
    await Promise.all(held)
  })
})

describe('the rate of portals', () => {
  const few = useService({ doorLimits: { portalRequestsPerSecond: 3 } })

  it('is limited per merchant, and the rate of operators is not', async () => {
    const { merchantId } = await few.createMerchant()
    const { body } = await few.admin('POST', `/merchants/${merchantId}/portal-link`)
    const limited = await signIn(few, { code: body.url.split('#code=')[1] })
    const read = () => limited.call('GET', `/admin/v1/merchants/${merchantId}`)
    const answers = await Promise.all(Array.from({ length: 12 }, read))
    const [refused] = answers.filter(({ status }) => status !== 200)
    if (!refused) throw new Error('nothing was refused')
    expectProblem(refused, 'too_many_requests', { detail: 'The limit is 3 requests per second.' })
    const operators = Array.from({ length: 12 }, () => few.admin('GET', '/merchants'))
    for (const { status } of await Promise.all(operators)) expect(status).toBe(200)
  })
})
