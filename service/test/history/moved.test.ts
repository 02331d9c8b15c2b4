import { expect, it, vi } from 'vitest'
import { copyDatabase } from '../support/database.ts'
import { newKey } from '../support/paying.ts'
import { first, second, useTwoProcessors } from '../support/two-processors.ts'

const two = useTwoProcessors()

it('a create that was made after a move is found there by a database restored to before it', async () => {
  const merchant = await two.addMerchant()
  const untilAnswered = <Answer extends { status: number }>(call: () => Promise<Answer>) =>
    vi.waitFor(async () => {
      const answer = await call()
      expect(answer.status).toBe(200)
      return answer
    }, 60_000)
  const backup = await copyDatabase(two.databaseUrl)
  const original = two.service
  await untilAnswered(() => two.move(merchant.merchantId, second))
  const key = newKey()
  const made = await untilAnswered(() => two.create(merchant, key))
  expect(made.body.processor).toBe(second)

  const copy = await copyDatabase(backup.url)
  two.service = await two.start({ role: 'api', env: { DATABASE_URL: copy.url } })
  await original.stop()
  const again = await untilAnswered(() => two.create(merchant, key))
  expect([again.body.svcPaymentId, again.body.processor]).toEqual([made.body.svcPaymentId, second])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  // what is new goes where the restored database says
  expect((await untilAnswered(() => two.create(merchant, newKey()))).body.processor).toBe(first)
})
