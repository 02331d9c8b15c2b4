import { expect, it } from 'vitest'
import { removeAll } from '../cli/operator/retention/story.ts'
import { storiesOf, type Told } from '../inbox/stories.ts'
import { pushedEvents } from '../inbox/webhooks.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'
import { accept, type Behavior, refuse, startReceiver } from '../support/receiver.ts'
import { endConnections } from '../support/server-processes.ts'

const paying = usePaying({
  role: 'all',
  webhooks: true,
  env: { SVC_CALLBACK_RETRY_DELAYS_MS: '2,2,2,2,2,2,2,2' },
})
/** One call at a time: old row versions that another transaction can still see would take the space of new ones. */
async function oneByOne<Result>(count: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < count) results.push(await work())
  return results
}

/** Waits until every event of the processor has been received, and delivered or abandoned. */
async function allSettled(merchant: PayingMerchant): Promise<void> {
  const unsettled = async () => {
    const pushed = await pushedEvents(paying, merchant)
    const received = await paying.service.db`
      select event_id from events
      where merchant_id = ${merchant.merchantId} and event_id = any(${pushed.map(({ id }) => id)})`
    const waiting = await paying.service.admin(
      'GET',
      `/deliveries?merchantId=${merchant.merchantId}&state=pending`,
    )
    return pushed.length - received.length + waiting.body.data.length
  }
  await expect.poll(unsettled, { interval: 100 }).toBe(0)
}

/** Ordinary payments and callbacks; every third callback is sent again. */
async function everyday(): Promise<void> {
  let count = 0
  const mostly: Behavior = (callback, response) =>
    (++count % 3 === 0 ? refuse(503) : accept)(callback, response)
  const receiver = await startReceiver(mostly)
  const merchant = await paying.addMerchant({ callbackUrl: receiver.url })
  const stories = storiesOf(paying, merchant)
  const ask = async ({ id }: Told, action: string, body = {}) => {
    expect((await stories.post(`/payments/${id}/${action}`, body)).status).toBe(200)
  }
  const [wholly, partly] = await oneByOne(12, stories.card)
  const [unwanted, ...held] = await oneByOne(12, () => stories.paid({ captureMethod: 'manual' }))
  await oneByOne(5, stories.declinedThenPaid)
  await stories.bankDebit()
  if (!wholly || !partly || !unwanted) throw new Error('no payments')
  await allSettled(merchant)
  for (const payment of held) await ask(payment, 'capture')
  await ask(unwanted, 'cancel')
  await ask(wholly, 'refund')
  await ask(partly, 'refund', { amountCents: 1000 })
  await stories.disputeLost()
  await allSettled(merchant)
}

/** A callback becomes a dead letter, and is sent again once its receiver works. */
async function deadLetter(): Promise<void> {
  const isRefused = (body: Buffer) => JSON.parse(body.toString()).type === 'payment_intent.succeeded'
  const receiver = await startReceiver((callback, response) =>
    (isRefused(callback.body) ? refuse(500) : accept)(callback, response),
  )
  const merchant = await paying.addMerchant({ callbackUrl: receiver.url })
  await storiesOf(paying, merchant).card()
  await allSettled(merchant)
  receiver.behave(accept)
  const { merchantId } = merchant
  const dead = await paying.service.admin('GET', `/deliveries?merchantId=${merchantId}&state=dead`)
  expect(dead.body.data).toHaveLength(1)
  await paying.service.admin('POST', '/deliveries/redeliver', { merchantId, state: 'dead' })
  await allSettled(merchant)
}

async function roomLeft() {
  const set = await paying.service.db<{ option: string }[]>`
    select unnest(reloptions) as option from pg_class where relname in ('payments', 'operations') order by option`
  return set.map(({ option }) => option).filter(option => option.startsWith('fillfactor'))
}

it('nine of ten changes of a payment or an operation touch no index: the row stays in place', async () => {
  const { db } = paying.service
  expect(await roomLeft()).toEqual(['fillfactor=55', 'fillfactor=70'])
  // On a busy machine, transactions last long and need old row versions, so this leaves space for all of them.
  for (const table of ['payments', 'operations']) await db`alter table ${db(table)} set (fillfactor = 10)`
  await everyday()
  await deadLetter()
  await removeAll(paying.service.db, { isDryRun: true })
  await endConnections(paying.databaseUrl)
  const counted = await paying.service.db<{ table: string; changes: number; inPlace: number }[]>`
    select relname as table, n_tup_upd::int as changes, n_tup_hot_upd::int as in_place from pg_stat_user_tables
    where relname in ('payments', 'operations')`
  expect(counted.filter(({ changes }) => changes > 30)).toHaveLength(2)
  expect(counted.filter(({ changes, inPlace }) => inPlace < changes * 0.9)).toEqual([])
})
