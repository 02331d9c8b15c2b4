import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type MerchantId, paymentIdOf } from '../../src/ids.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { digestOf, type NewOperation } from '../../src/operations/operation.ts'
import { claimCreate } from '../../src/payments/create.sql.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { type ServiceProcess, startServiceProcess } from '../support/process.ts'
import { send } from '../support/service.ts'

const paying = usePaying()
const atOnce = 40

let dying: ServiceProcess | undefined
afterAll(() => dying?.kill())

describe('requests that share a statement', () => {
  it('need fewer statements than requests, and each gets its own answer', async () => {
    await paying.get('/payments/warm-up')
    let statements = 0
    paying.service.db.options.debug = () => {
      statements++
    }
    const orders = Array.from({ length: atOnce }, (_, i) => `order-${i}`)
    const answers = await Promise.all(
      orders.map((orderRef, i) => paying.create({ orderRef, amountCents: 100 + i })),
    )
    paying.service.db.options.debug = false
    expect(statements).toBeLessThan(2 * atOnce)
    expect(answers.map(({ body }) => body.amountCents)).toEqual(orders.map((_, i) => 100 + i))
    const read = await Promise.all(answers.map(({ body }) => paying.get(`/payments/${body.svcPaymentId}`)))
    expect(read.map(({ body }) => body.orderRef)).toEqual(orders)
  })

  it('are created once, however many calls have the same key at the same time', async () => {
    const key = newKey()
    const others = Array.from({ length: atOnce }, () => paying.create())
    const same = Array.from({ length: 5 }, () => paying.create({ orderRef: 'same' }, key))
    const answers = await Promise.all([...same, ...others])
    expect(answers.slice(5).every(({ status }) => status === 200)).toBe(true)
    const statuses = answers.slice(0, 5).map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.filter(status => status !== 200 && status !== 409)).toEqual([])
    expect((await paying.get('/payments?orderRef=same')).body.data).toHaveLength(1)
  })

  it('do not fail with one that cannot be written', async () => {
    const merchantId = paying.merchant.merchantId as MerchantId
    const wanted = (idempotencyKey: string): NewOperation<'create'> => ({
      merchantId,
      kind: 'create',
      idempotencyKey,
      digest: digestOf(idempotencyKey),
      answerOwed: false,
      callKey: null,
      traceId: null,
      paymentId: paymentIdOf(randomUUID()),
      arguments: {
        processor: 'sandbox',
        accountId: 'acct_1',
        payment: {
          amountCents: 1,
          feeCents: 0,
          currency: 'usd',
          captureMethod: 'automatic',
          paymentMethodTypes: null,
          customerId: null,
          description: null,
          metadata: {},
        },
        orderRef: null,
        branch: null,
        customerRef: null,
        processorKey: null,
      },
      at: new Date(),
    })
    const keys = Array.from({ length: atOnce }, () => newKey())
    keys[atOnce / 2] = 'x'.repeat(256)
    const claimed = await Promise.allSettled(keys.map(key => claimCreate(paying.service.db, wanted(key))))
    const failed = claimed.filter(({ status }) => status === 'rejected')
    expect(failed).toHaveLength(1)
    expect(claimed[atOnce / 2]).toMatchObject({ reason: { code: '23514' } })
    const leases = claimed.flatMap(each => (each.status === 'fulfilled' ? [each.value?.leaseId] : []))
    expect(new Set(leases).size).toBe(atOnce - 1)
  })

  it('survive, once acknowledged, a crash of the instance with statements in flight', async () => {
    dying = await startServiceProcess(paying.databaseUrl, { env: paying.sandboxEnv, role: 'api' })
    const { url, kill } = dying
    const key = paying.merchant.apiKey
    const acknowledged: string[] = []
    const client = async () => {
      for (;;) {
        const sent = { key, headers: { 'idempotency-key': newKey() }, body: { amountCents: 500 } }
        const answer = await send(`${url}/v1/payments/intents`, 'POST', sent).catch(() => null)
        if (answer === null) return
        // a busy machine may refuse some calls, which then need not survive
        if (answer.status === 503) continue
        expect(answer.status).toBe(200)
        acknowledged.push(answer.body.svcPaymentId)
        if (acknowledged.length === 300) kill()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, client))
    const { db } = paying.service
    const stored = await db<{ paymentId: string }[]>`
      select payment_id from payments where payment_id = any(${acknowledged})`
    expect(acknowledged.length).toBeGreaterThanOrEqual(300)
    expect(stored).toHaveLength(acknowledged.length)
    expect((await verifyLedger(db)).differences).toEqual([])
  })
})
