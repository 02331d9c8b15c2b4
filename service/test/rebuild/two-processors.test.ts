import { expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { rebuild } from '../../src/rebuild/rebuild.ts'
import { reconcile } from '../reconcile/prepared.ts'
import { copyDatabase } from '../support/database.ts'
import { newKey } from '../support/paying.ts'
import { encryptionKeys } from '../support/secrets.ts'
import { first, second, useTwoProcessors } from '../support/two-processors.ts'

const two = useTwoProcessors()

const rebuildHere = () => {
  const { db, processors } = two.service
  const deps = { db, clock: systemClock, encryptionKeys, wakeCallbacks: () => {}, processors }
  const since = new Date(Date.now() - 3600_000)
  return rebuild(deps, { since, isStopped: () => false, progress: () => {} })
}

it('payments of one merchant are restored from the processor of each', async () => {
  const known = await two.addMerchant()
  // its account at the second processor is created after the backup, and so lost
  const grown = await two.addMerchantAt(first)
  const backup = await copyDatabase(two.databaseUrl)
  const earlier = two.service
  // copying ends all connections
  await waitFor(async () => expect((await earlier.admin('GET', '/merchants')).status).toBe(200))

  grown.accounts[second] = await two.connect(grown.merchantId, second)
  await two.onboard(second, grown.accounts[second])
  const made: { merchant: typeof known; key: string; id: string; processor: string }[] = []
  for (const merchant of [known, grown]) {
    for (const processor of [first, second]) {
      await waitFor(async () => {
        expect((await two.move(merchant.merchantId, processor)).status).toBe(200)
      })
      const key = newKey()
      // 503 until the service notices its lost connections; a retry with the same key is safe
      const body = await waitFor(async () => {
        const created = await two.create(merchant, key)
        expect(created.status).toBe(200)
        return created.body
      })
      expect(body.processor).toBe(processor)
      await two.confirm(merchant, body)
      made.push({ merchant, key, id: body.svcPaymentId, processor })
    }
  }
  for (const { merchant, id } of made) {
    await waitFor(async () => expect((await two.read(merchant, id)).status).toBe('succeeded'))
    // 503 until the service notices its lost connections; nothing was done
    await waitFor(async () => {
      expect((await two.post(merchant, `/payments/${id}/refund`, { amountCents: 700 })).status).toBe(200)
    })
  }

  const copy = await copyDatabase(backup.url)
  two.service = await two.start({ env: { DATABASE_URL: copy.url } })
  await earlier.stop()
  // late webhooks may have restored some payments earlier
  expect(await rebuildHere()).toMatchObject({ accounts: 1, unproven: 0, unfinished: [] })
  for (const { merchant, id, key, processor } of made) {
    expect(await two.read(merchant, id)).toMatchObject({ processor, status: 'partially_refunded' })
    const again = await two.create(merchant, key)
    expect([again.status, again.body.svcPaymentId, again.body.processor]).toEqual([200, id, processor])
  }
  expect((await verifyLedger(two.service.db)).differences).toEqual([])
  const { run, found } = await reconcile(two)
  expect(found).toEqual([])
  expect(run).toMatchObject({ accounts: 4, payments: 4 })
  expect(await rebuildHere()).toMatchObject({ accounts: 0, payments: 0, refunds: 0, events: 0, refreshed: 0 })
})
