import { expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { usePaying } from '../support/paying.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'

const paying = usePaying({ role: 'all', webhooks: true })

/** Every call that moves money, until its callbacks have arrived. */
async function useAll(receiver: Receiver) {
  const sent = receiver.received.length
  const { post, get, pay } = paying
  const [taken, held] = [await pay({ captureMethod: 'manual' }), await pay({ captureMethod: 'manual' })]
  const answers = [
    await post(`/payments/${taken.id}/capture`, { amountCents: 3000 }),
    await post(`/payments/${taken.id}/refund`, { amountCents: 500 }),
    await post(`/payments/${held.id}/cancel`),
    await get(`/payments/${taken.id}`),
    await get('/payments'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(sent + 5))
}

it('a release keeps working while a migration of the next one adds columns to its tables', async () => {
  const receiver = await startReceiver()
  paying.merchant = await paying.addMerchant({ callbackUrl: receiver.url })
  const { db, logged } = paying.service
  // A statement keeps its plan from its sixth run on a connection.
  for (let run = 0; run < 3; run++) await Promise.all([useAll(receiver), useAll(receiver), useAll(receiver)])
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`
  for (const { name } of tables) await db`alter table ${db(name)} add column added_later int`
  for (let run = 0; run < 2; run++) await Promise.all([useAll(receiver), useAll(receiver), useAll(receiver)])
  expect(logged.filter(line => line.includes('cached plan'))).toEqual([])
})
