import { expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { first, second, useTwoProcessors } from '../support/two-processors.ts'
import { reconcile } from './prepared.ts'

const two = useTwoProcessors({ env: { SVC_FEE_BPS: '200' } })

it('payments of one merchant at two processors are each compared with the right one', async () => {
  const merchant = await two.addMerchant()
  const paid = [await two.pay(merchant)]
  expect((await two.move(merchant.merchantId, second)).status).toBe(200)
  paid.push(await two.pay(merchant))
  expect(paid.map(({ processor }) => processor)).toEqual([first, second])
  for (const { svcPaymentId } of paid) {
    await waitFor(async () => {
      expect((await two.read(merchant, svcPaymentId)).status).toBe('succeeded')
    })
    const refund = await two.post(merchant, `/payments/${svcPaymentId}/refund`, { amountCents: 1000 })
    expect(refund.status).toBe(200)
  }
  const { run, found } = await reconcile(two)
  expect(found).toEqual([])
  expect(run).toMatchObject({ accounts: 2, payments: 2, skippedAccounts: 0 })
  const totalsAt = (processor: string) => {
    const total = (kind: string, cents: number) => {
      return { processor, currency: 'usd', kind, processorCents: cents, ledgerCents: cents }
    }
    return [total('fee', 100), total('fee_refund', -20), total('payment', 5000), total('refund', -1000)]
  }
  expect(run.totals).toEqual([...totalsAt(first), ...totalsAt(second)])

  const { db } = two.service
  for (const { svcPaymentId } of paid)
    await db`update payments set captured_cents = 4999 where payment_id = ${svcPaymentId}`
  const { found: wrong } = await reconcile(two, { merchantId: merchant.merchantId })
  const places = new Map(wrong.map(({ svcPaymentId, processor }) => [svcPaymentId, processor]))
  expect(places).toEqual(new Map(paid.map(({ svcPaymentId, processor }) => [svcPaymentId, processor])))
  for (const { svcPaymentId } of paid)
    await db`update payments set captured_cents = 5000 where payment_id = ${svcPaymentId}`
})

it('entries that differ at both are reported for both', async () => {
  const merchant = await two.addMerchant()
  await two.pay(merchant)
  await two.move(merchant.merchantId, second)
  await two.pay(merchant)
  const { merchantId } = merchant
  const { db } = two.service
  await waitFor(async () => {
    const entries =
      await db`select 1 from ledger_entries where merchant_id = ${merchantId} and fact = 'capture'`
    expect(entries).toHaveLength(2)
  })
  // entries cannot be changed, so only a superuser can make just the sums differ
  await db`alter table ledger_entries disable trigger user`
  await db`
    update ledger_entries set customer_cents = customer_cents - 1, merchant_cents = merchant_cents + 1
    where merchant_id = ${merchantId} and fact = 'capture'`
  await db`alter table ledger_entries enable trigger user`
  const { found } = await reconcile(two, { merchantId })
  expect(found.map(({ kind, what, processor }) => [kind, what, processor])).toEqual([
    ['payment', 'posted', first],
    ['payment', 'posted', second],
  ])
})
