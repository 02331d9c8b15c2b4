import { describe, expect, it } from 'vitest'
import { eventOf, postWebhook } from '../../inbox/webhooks.ts'
import { usePaying } from '../../support/paying.ts'

const few = { min: 2, start: 2, max: 2 }

describe('while the processor is slow', () => {
  const paying = usePaying({ doorLimits: { concurrency: few } })

  it('requests that wait for it take no room from others at their door', async () => {
    await paying.hold('payment_intents.create', { count: 20 })
    const creates = Array.from({ length: 20 }, () => paying.create())
    const atProcessor = async () => {
      const { text } = await paying.service.call('GET', '/metrics', { operator: true })
      return Number(/svcpay_http_requests\{door="merchants",state="outside"\} (\d+)/.exec(text)?.[1])
    }
    await expect.poll(atProcessor).toBe(20)
    expect((await paying.get('/onboarding/status')).status).toBe(200)
    await paying.clearFaults()
    for (const answer of await Promise.all(creates)) expect(answer.status).toBe(200)
    expect(await atProcessor()).toBe(0)
  })

  it('webhooks that wait for it take no room from merchants and other webhooks', async () => {
    const { accountId } = paying.merchant
    await paying.hold('accounts.retrieve', { count: 10 })
    const account = { object: 'account', id: accountId }
    const post = (type: string, object: object) =>
      postWebhook(paying.service, JSON.stringify(eventOf(type, object, { account: accountId })))
    const waiting = Array.from({ length: 10 }, () => post('account.updated', account))
    const outside = async () => {
      const { text } = await paying.service.call('GET', '/metrics', { operator: true })
      return Number(/svcpay_http_requests\{door="webhooks",state="outside"\} (\d+)/.exec(text)?.[1])
    }
    await expect.poll(outside).toBe(10)
    expect((await post('customer.created', { object: 'customer', id: 'cus_x' })).status).toBe(200)
    expect((await paying.create()).status).toBe(200)
    await paying.clearFaults()
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200)
  })
})
