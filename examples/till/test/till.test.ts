import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createSvcpayClient } from 'svcpay-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { usePaying } from '../../../service/test/support/paying.ts'
import { createReaders } from '../readers.js'
import { createTill, findReader } from '../till.js'

const paying = usePaying({ webhooks: true })

interface Answer {
  status: number
  body: { state?: string; message?: string; svcPaymentId?: string }
}

/** A till with its own merchant, and its reader at the sandbox. */
async function openTill() {
  const { apiKey, accountId } = await paying.addMerchant()
  const svcpay = createSvcpayClient({ baseUrl: paying.service.url, apiKey })
  const reader = await findReader(svcpay, 'simulated-wpe')
  const secretKey = `${paying.sandbox.secretKey}_${accountId}`
  const readers = createReaders({ baseUrl: paying.sandbox.url, secretKey })
  const till = createTill({ svcpay, readers, reader, simulatorUrl: null }).listen(0, '127.0.0.1')
  await once(till, 'listening')
  onTestFinished(() => {
    till.closeAllConnections()
    till.close()
  })
  const url = `http://127.0.0.1:${(till.address() as AddressInfo).port}`
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  const sell = async (saleId: string) =>
    (await call('POST', '/sales', { saleId, amountCents: 1250 })).body.svcPaymentId ?? ''
  const present = (id: string) => call('POST', `/present/${id}`, {})
  const stateOf = async (id: string) => (await call('GET', `/sales/${id}`)).body.state
  const atReader = (path: string, body: object) => paying.control(`/readers/${reader.id}${path}`, body)
  return { url, svcpay, reader, call, sell, present, stateOf, atReader }
}

describe('a sale', () => {
  it('is paid by the card at the reader, as soon as svcpay says so', async () => {
    const { svcpay, sell, present, stateOf, atReader } = await openTill()
    const id = await sell('sale-1')
    expect(await present(id)).toEqual({ status: 200, body: { state: 'waiting' } })
    expect(await stateOf(id)).toBe('waiting')
    await atReader('/present', { number: '4242424242424242' })
    await expect.poll(() => stateOf(id)).toBe('paid')
    expect(await svcpay.getPayment(id)).toMatchObject({
      status: 'succeeded',
      amountCents: 1250,
      orderRef: 'sale-1',
    })
  })

  it('results in one payment, however often it is started', async () => {
    const { svcpay, sell } = await openTill()
    const ids = await Promise.all(Array.from({ length: 5 }, () => sell('sale-2')))
    expect(new Set(ids).size).toBe(1)
    expect((await svcpay.listPayments({ orderRef: 'sale-2' })).data).toHaveLength(1)
  })

  it('can be tried again after a declined card, as the same payment', async () => {
    const { call, sell, present, stateOf, atReader } = await openTill()
    const id = await sell('sale-3')
    await present(id)
    await atReader('/present', { number: '4000000000000002' })
    expect((await call('GET', `/sales/${id}`)).body).toEqual({
      state: 'failed',
      message: 'Your card was declined.',
    })
    expect((await present(id)).status).toBe(200)
    expect(await stateOf(id)).toBe('waiting')
    await atReader('/present', { number: '4242424242424242' })
    await expect.poll(() => stateOf(id)).toBe('paid')
  })

  it('is canceled at the till, and the reader is free for the next', async () => {
    const { call, sell, present, stateOf } = await openTill()
    const id = await sell('sale-4')
    await present(id)
    expect((await call('POST', `/cancel/${id}`, {})).body).toEqual({ state: 'canceled' })
    expect(await stateOf(id)).toBe('canceled')
    expect((await present(await sell('sale-5'))).status).toBe(200)
  })

  it('cannot be canceled once the card was charged', async () => {
    const { call, sell, present, stateOf, atReader } = await openTill()
    const id = await sell('sale-6')
    await present(id)
    await atReader('/present', { number: '4242424242424242' })
    expect((await call('POST', `/cancel/${id}`, {})).status).toBe(409)
    await expect.poll(() => stateOf(id)).toBe('paid')
  })

  it('explains in plain words why the reader cannot be used, and can still be canceled', async () => {
    const { call, sell, present, atReader } = await openTill()
    const first = await sell('sale-7')
    await present(first)
    const busy = await present(await sell('sale-8'))
    expect(busy).toEqual({ status: 409, body: { message: 'The reader is busy with another payment.' } })
    await atReader('', { status: 'offline' })
    const offline = await present(await sell('sale-9'))
    expect(offline.body.message).toMatch(/^The reader is offline/)
    expect((await call('POST', `/cancel/${first}`, {})).body).toEqual({ state: 'canceled' })
  })
})

it('registers a reader once, and finds it again', async () => {
  const { svcpay, reader } = await openTill()
  expect(await findReader(svcpay, 'simulated-wpe')).toEqual(reader)
  expect(await svcpay.listReaders()).toEqual([reader])
})

it('takes orders from its own page only', async () => {
  const { url } = await openTill()
  const body = JSON.stringify({ saleId: 'sale-11', amountCents: 1250 })
  const foreign = await fetch(`${url}/sales`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
  })
  expect(foreign.status).toBe(409)
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
})
