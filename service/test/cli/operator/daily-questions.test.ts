import { expect, it } from 'vitest'
import type { MerchantId } from '../../../src/ids.ts'
import { recordAccount } from '../../../src/merchants/accounts.sql.ts'
import { enqueue } from '../../deliveries/queue.ts'
import { operatorToken, useService } from '../../support/service.ts'
import { commandsWith } from '../in-process.ts'

const service = useService()
const { svcpay, json } = commandsWith(() => ({
  PORT: new URL(service.url).port,
  SVC_OPERATOR_TOKEN: operatorToken,
}))

it('which merchants fail, why, and since when: the most urgent first', async () => {
  const { db } = service
  expect(await svcpay('merchants', 'failing')).toBe('No merchant is failing.\n')
  const at = new Date(Math.floor(Date.now() / 900_000) * 900_000 - 3_600_000)
  const [closed, declined, silent, well] = await Promise.all(
    ['Closed', 'Declined', 'Silent', 'Well'].map(async name => {
      const { merchantId } = await service.createMerchant({ name, callbackUrl: 'https://m.example/' })
      return merchantId as MerchantId
    }),
  )
  if (!closed || !declined || !silent || !well) throw new Error('no merchants')
  const account = {
    accountId: 'acct_closed',
    chargesEnabled: false,
    payoutsEnabled: false,
    detailsSubmitted: true,
    disabledReason: 'rejected.fraud',
    pastDue: false,
    currentlyDue: [],
  }
  await recordAccount(db, closed, service.config.processors[0].name, account, at)
  await db`
    insert into payment_figures (merchant_id, at, currency, created, succeeded, failed, volume_cents, fees_cents,
      refunded_cents, disputed_cents)
    values (${declined}, ${at}, 'usd', 12, 2, 10, 0, 0, 0, 0), (${well}, ${at}, 'usd', 100, 91, 9, 0, 0, 0, 0)`
  await db`
    insert into activity_figures (merchant_id, at, kind, name, count)
    values (${declined}, ${at}, 'decline', 'expired_card', 3), (${declined}, ${at}, 'decline', 'card_declined', 7)`
  await enqueue(db, silent, { count: 4, attempt: 2 })
  await db`update deliveries set last_status = 503, last_error = 'HTTP 503' where merchant_id = ${silent}`
  await db`
    update callback_endpoints set failures_in_a_row = 3, failing_since = ${at} where merchant_id = ${silent}`

  const since = at.toISOString()
  expect((await json('merchants', 'failing')).data).toEqual([
    { merchantId: closed, name: 'Closed', problem: 'account', count: null, since, reason: 'rejected.fraud' },
    { merchantId: silent, name: 'Silent', problem: 'callbacks', count: 4, since, reason: 'HTTP 503' },
    {
      merchantId: declined,
      name: 'Declined',
      problem: 'payments',
      count: 10,
      since,
      reason: 'card_declined',
    },
  ])
  expect(await svcpay('merchants', 'failing')).toMatch(
    new RegExp(`^MERCHANT +NAME +FAILS.*\\n${closed} +Closed +account.*rejected\\.fraud\\n${silent} `),
  )
})

it('what an operator did', async () => {
  const { body: ana } = await service.admin('POST', '/operators', { name: 'Ana', role: 'admin' })
  const created = await service.call('POST', '/admin/v1/merchants', {
    headers: { authorization: `Bearer ${ana.token}` },
    body: { name: 'Made by Ana' },
  })
  const { merchantId } = created.body
  await service.admin('PATCH', `/merchants/${merchantId}`, { name: 'Changed by the owner' })
  const actions = async (...args: string[]) =>
    (await json('audit', ...args)).data.map(({ action }: { action: string }) => action)
  expect(await actions('--by', 'Ana')).toEqual(['merchant.create'])
  expect(await actions('--by', 'Ana', '--action', 'merchant.change')).toEqual([])
  expect(await actions('--by', 'owner', '--merchant', merchantId)).toEqual(['merchant.change'])
})

it('all callbacks of a merchant since a time can be redelivered, in any state', async () => {
  const { db } = service
  const { merchantId } = await service.createMerchant({ callbackUrl: 'https://m.example/' })
  await enqueue(db, merchantId, { count: 2, dueAt: new Date('2026-01-01T00:00:00Z') })
  await enqueue(db, merchantId, { count: 3, dueAt: new Date('2026-02-01T00:00:00Z') })
  await db`update deliveries set state = 'delivered' where merchant_id = ${merchantId} and delivery_id like '%1'`
  await db`update deliveries set state = 'dead' where merchant_id = ${merchantId} and delivery_id like '%2'`
  await db`delete from delivery_queue where merchant_id = ${merchantId}`
  const redeliver = (from: string, ...more: string[]) =>
    svcpay('deliveries', 'redeliver', '--merchant', merchantId, '--from', from, ...more)
  expect(await redeliver('2026-01-15T00:00:00Z', '--dry-run')).toBe('3 callbacks would be redelivered.\n')
  expect(await redeliver('2026-01-15T00:00:00Z')).toBe('Redelivering 3 callbacks.\n')
  expect(await db`select 1 from delivery_queue where merchant_id = ${merchantId}`).toHaveLength(3)
  expect(await redeliver('2026-01-01T00:00:00Z', '--dry-run')).toBe('5 callbacks would be redelivered.\n')
  // not by mistake
  for (const body of [{ merchantId }, { from: '2026-01-01T00:00:00Z' }]) {
    expect((await service.admin('POST', '/deliveries/redeliver', body)).status).toBe(400)
  }
})
