import { beforeEach, describe, expect, it } from 'vitest'
import { needs } from '../../../vitest.needs.ts'
import { waitFor } from '../../../vitest.waits.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { pgBouncerForThisTest } from '../support/pgbouncer.ts'
import { startReceiver } from '../support/receiver.ts'

const limits = 'statement_timeout,idle_in_transaction_session_timeout'

describe('behind PgBouncer in transaction mode', () => {
  beforeEach(test => needs(test, 'pgbouncer'))
  const paying = usePaying({ webhooks: true })

  it.each([{}, { ignore_startup_parameters: limits }])(
    'does not start without preparation: %o',
    async settings => {
      const { url } = await pgBouncerForThisTest(paying.databaseUrl, settings)
      await expect(paying.startAnother({ env: { DATABASE_URL: url } })).rejects.toThrow(/DATABASE_DIRECT_URL/)
    },
  )

  it('payments, refunds, webhooks, callbacks and their wake calls work', async () => {
    const { url } = await pgBouncerForThisTest(paying.databaseUrl)
    const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: paying.databaseUrl }
    const api = await paying.startAnother({ env })
    const worker = await paying.startAnother({ env, role: 'worker' })
    const receiver = await startReceiver()
    const { merchantId, apiKey: key } = paying.merchant
    await api.admin('PUT', `/merchants/${merchantId}/callback`, { url: receiver.url })
    const refunded = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { id } = await paying.pay()
        const headers = { 'idempotency-key': newKey() }
        const refund = () =>
          api.call('POST', `/v1/payments/${id}/refund`, { key, headers, body: { amountCents: 1200 } })
        await waitFor(async () => expect(await refund()).toMatchObject({ status: 200 }))
        return (await api.call('GET', `/v1/payments/${id}`, { key })).body.refundedCents
      }),
    )
    expect(refunded).toEqual(Array(40).fill(1200))
    const listening = await api.db`select from pg_stat_activity where query ilike 'listen%'
      and datname = current_database()`
    // An API has nothing to wait for.
    expect(listening).toHaveLength(1)
    await waitFor(() =>
      expect(
        receiver.received.filter(({ body }) => body.includes('"payment_intent.succeeded"')),
      ).toHaveLength(40),
    )
    expect((await api.admin('POST', '/ledger/verify')).body).toMatchObject({ problems: [] })
    await Promise.all([api.stop(), worker.stop()])
  })

  it('a restarted pooler is found again, and a missing one does not prevent a stop', async () => {
    const pooler = await pgBouncerForThisTest(paying.databaseUrl)
    const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: paying.databaseUrl }
    const { call, stop } = await paying.startAnother({ env, role: 'all' })
    const ready = async () => (await call('GET', '/readyz')).status
    await pooler.stop()
    expect(await ready()).toBe(503)
    await pooler.start()
    await waitFor(async () => expect(await ready()).toBe(200))
    await pooler.stop()
    await stop()
  })
})
