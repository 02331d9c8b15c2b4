import { expect } from 'vitest'
import { type Removed, removeDetails } from '../../../../src/cli/operator/retention/retention.ts'
import type { Db } from '../../../../src/db/db.ts'
import { pushedEvents } from '../../../inbox/webhooks.ts'
import { newKey, type Paying } from '../../../support/paying.ts'
import { startReceiver } from '../../../support/receiver.ts'

/** An age limit that makes everything old. */
export const soon = () => new Date(Date.now() + 60_000)

export async function removeAll(db: Db, { isDryRun = false } = {}): Promise<Removed[]> {
  return await removeDetails(db, { cutoff: soon(), isDryRun, isStopped: () => false, progress: () => {} })
}

/** A payment that was paid and, without a key, refunded; all of its callbacks were delivered. */
export async function refundedPayment(paying: Paying) {
  const receiver = await startReceiver()
  const { merchantId } = paying.merchant
  const { db, admin } = paying.service
  await admin('PUT', `/merchants/${merchantId}/callback`, { url: receiver.url })
  const key = newKey()
  const created = await paying.create({}, key)
  const { svcPaymentId, processorPaymentIntentId } = created.body
  await paying.stripe.paymentIntents.confirm(
    processorPaymentIntentId,
    { payment_method: 'pm_card_visa', return_url: 'https://shop.example/return' },
    { stripeAccount: paying.merchant.accountId },
  )
  const isPaid = async () => (await paying.get(`/payments/${svcPaymentId}`)).body.status
  await expect.poll(isPaid).toBe('succeeded')
  const refunded = await paying.post(`/payments/${svcPaymentId}/refund`, {})
  expect(refunded.status).toBe(200)
  const settled = async () => {
    const ids = await pushedIds(paying)
    const [row] = await db<{ isSettled: boolean }[]>`
      select (select count(*) from events where event_id = any(${ids})) = ${ids.length}
        and exists (select from events where merchant_id = ${merchantId} and payment_id = ${svcPaymentId}
          and type = 'charge.refunded')
        and not exists (select from refunds where merchant_id = ${merchantId} and fee_due_at is not null)
        and not exists (select from deliveries where merchant_id = ${merchantId} and state = 'pending')
        and not exists (select from events where merchant_id = ${merchantId} and outcome = 'waiting')
        and not exists (select from operations where merchant_id = ${merchantId} and answer_owed) as is_settled`
    return row?.isSettled
  }
  await expect.poll(settled).toBe(true)
  return { merchantId, paymentId: svcPaymentId as string, key, created, receiver }
}

/** All events that the sandbox pushes: those of the merchant's account, and the platform's about its fees. */
async function pushedIds(paying: Paying): Promise<string[]> {
  const ids = (await pushedEvents(paying, paying.merchant)).map(({ id }) => id)
  for await (const { id } of paying.stripe.events.list({ limit: 100 })) ids.push(id)
  return ids
}

/** Rows of tables as text, to compare before and after a command. */
export async function contentOf(db: Db, tables: string[]): Promise<Record<string, string[]>> {
  const entries = await Promise.all(
    tables.map(async table => {
      const rows = await db<{ line: string }[]>`select t::text as line from ${db(table)} t order by 1`
      return [table, rows.map(({ line }) => line)] as const
    }),
  )
  return Object.fromEntries(entries)
}
