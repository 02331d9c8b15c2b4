import { expect, it } from 'vitest'
import { claimStalled } from '../../src/jobs/stalled-operations.sql.ts'
import { moveTimes, underKey } from '../support/leases.ts'
import { newKey, usePaying } from '../support/paying.ts'

/** Without background jobs, so the service recovers nothing by itself. */
const paying = usePaying()

async function unanswered(orderRef: string): Promise<void> {
  await paying.control('/faults', { operation: 'payment_intents.create', kind: 'lost' })
  expect((await paying.create({ orderRef }, orderRef)).status).toBe(504)
}

const open = async (query = '') =>
  (await paying.service.admin('GET', `/operations?state=open${query}`)).body as {
    data: { operationId: string; idempotencyKey: string; askedAgainAt: string; createdAt: string }[]
    nextCursor: string | null
  }

it('are listed oldest first, with the request and the time of the next try', async () => {
  const [first, second] = [newKey(), newKey()]
  await unanswered(first)
  await unanswered(second)
  await paying.create()
  const { data } = await open()
  expect(data).toMatchObject([
    {
      idempotencyKey: first,
      kind: 'create',
      merchantId: paying.merchant.merchantId,
      svcPaymentId: expect.stringMatching(/^svcpay_/),
      attempt: 1,
      asked: expect.objectContaining({ accountId: paying.merchant.accountId }),
    },
    { idempotencyKey: second },
  ])
  const page = await open('&limit=1')
  expect(page.data).toEqual(data.slice(0, 1))
  expect((await open(`&limit=1&cursor=${page.nextCursor}`)).data).toEqual(data.slice(1))
  expect((await open('&merchantId=mer_nope')).data).toEqual([])
})

it.each(['released', 'crashed'])('are retried at the listed time: %s', async ended => {
  const key = newKey()
  await unanswered(key)
  const { db } = paying.service
  const whereItIs = underKey(db, key)
  if (ended === 'crashed') await db`update open_operations set recover_at = null where ${whereItIs}`
  const read = async () => (await open()).data.find(one => one.idempotencyKey === key)
  /** Shifts its times so that it is due this many seconds from now. */
  const dueIn = async (seconds: number) => {
    const shiftMs = Date.now() + 1000 * seconds - Date.parse((await read())?.askedAgainAt ?? '')
    await moveTimes(db, shiftMs, whereItIs)
  }
  const claimed = async () =>
    (await claimStalled(db, { limit: 100, perMerchant: 100, except: [] })).claimed.map(
      one => one.operationId as string,
    )
  const { operationId } = (await read()) ?? {}
  await dueIn(5)
  expect(await claimed()).not.toContain(operationId)
  await dueIn(-1)
  expect(await claimed()).toContain(operationId)
})

it.each(['state=closed', 'limit=0', 'cursor=x', 'x=1'])('refuses ?%s', async query => {
  expect((await paying.service.admin('GET', `/operations?${query}`)).status).toBe(400)
})
