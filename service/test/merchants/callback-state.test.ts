import { describe, expect, it } from 'vitest'
import { enqueue } from '../deliveries/queue.ts'
import { manualClock } from '../support/manual-clock.ts'
import { useService } from '../support/service.ts'

const clock = manualClock()
const service = useService({ clock })
const stateOf = async (merchantId: string) =>
  (await service.admin('GET', `/merchants/${merchantId}`)).body.callback

describe('the state of a merchant’s callbacks', () => {
  it('has the age of its secret, and a healthy endpoint at first', async () => {
    const { merchantId, callbackSigningSecret } = await service.createMerchant({
      callbackUrl: 'https://a.example/',
    })
    const state = await stateOf(merchantId)
    expect(state).toEqual({
      secrets: [{ createdAt: clock.now().toISOString(), expiresAt: null }],
      failuresInARow: 0,
      failingSince: null,
      lastFailure: null,
      pausedUntil: null,
      waiting: 0,
    })
    expect(JSON.stringify(state)).not.toContain(callbackSigningSecret)
  })

  it('shows both secrets while a rotation’s grace runs, and one afterwards', async () => {
    const { merchantId } = await service.createMerchant()
    await service.admin('POST', `/merchants/${merchantId}/callback/rotate-secret`, { graceSeconds: 60 })
    const endsAt = new Date(clock.now().getTime() + 60_000).toISOString()
    expect((await stateOf(merchantId)).secrets.map((one: { expiresAt: string }) => one.expiresAt)).toEqual([
      null,
      endsAt,
    ])
    clock.advance(60)
    expect((await stateOf(merchantId)).secrets).toHaveLength(1)
  })

  it('shows a paused endpoint', async () => {
    const { merchantId } = await service.createMerchant()
    const pausedUntil = new Date(clock.now().getTime() + 30_000)
    await service.db`
      update callback_endpoints set failures_in_a_row = 10, paused_until = ${pausedUntil}
      where merchant_id = ${merchantId}`
    expect(await stateOf(merchantId)).toMatchObject({
      failuresInARow: 10,
      pausedUntil: pausedUntil.toISOString(),
    })
  })

  it('shows the last answer of a failing endpoint, and its delivery', async () => {
    const { db } = service
    const { merchantId } = await service.createMerchant({ callbackUrl: 'https://a.example/' })
    const lastFailureOf = async () => (await stateOf(merchantId)).lastFailure
    await enqueue(db, merchantId, { count: 3, attempt: 2 })
    const [first, second, dead] = await db<{ deliveryId: string }[]>`
      select delivery_id from deliveries where merchant_id = ${merchantId} order by delivery_id`
    const fail = (delivery: typeof first, error: string, at: string) => db`
      update deliveries set attempts = 1, last_error = ${error}, updated_at = ${at}
      where merchant_id = ${merchantId} and delivery_id = ${delivery?.deliveryId ?? ''}`
    await fail(first, 'HTTP 503', '2026-01-01T00:00:02Z')
    await fail(second, 'HTTP 500', '2026-01-01T00:00:01Z')
    await fail(dead, 'HTTP 404', '2026-01-01T00:00:00Z')
    expect(await lastFailureOf()).toBeNull()

    await db`update callback_endpoints set failures_in_a_row = 1 where merchant_id = ${merchantId}`
    expect(await lastFailureOf()).toEqual({ deliveryId: first?.deliveryId, reason: 'HTTP 503' })
    await db`update deliveries set state = 'dead' where merchant_id = ${merchantId}`
    await db`delete from delivery_queue where merchant_id = ${merchantId}`
    expect(await lastFailureOf()).toEqual({ deliveryId: dead?.deliveryId, reason: 'HTTP 404' })
  })
})
