import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { addSearches } from '../../src/jobs/event-searches.sql.ts'
import { findLostEvents } from '../../src/jobs/find-lost-events.ts'
import { eventOf, postWebhook } from '../inbox/webhooks.ts'
import { usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'
import { encryptionKeys } from '../support/secrets.ts'

const paying = usePaying({ role: 'all', webhooks: true })

const rowsOf = (eventId: string) => paying.service.db`
  select merchant_id, outcome from events where event_id = ${eventId}`

describe('an event that arrives before the answer that created its account', () => {
  it('is recorded once, applied and forwarded once', async () => {
    const receiver = await startReceiver()
    const { merchantId, apiKey } = await paying.service.createMerchant({ callbackUrl: receiver.url })
    const email = `${merchantId}@shop.example`
    const make = () => paying.service.call('POST', '/v1/onboarding/account', { key: apiKey, body: { email } })
    await paying.control('/faults', { operation: 'accounts.create', kind: 'lost' })
    expect((await make()).status).toBe(504)
    const { data } = await paying.stripe.accounts.list({ limit: 100 })
    const account = data.find(candidate => candidate.email === email)
    if (!account) throw new Error('no account')
    await paying.control(`/accounts/${account.id}`, { charges_enabled: true, details_submitted: true })
    const updates = () => paying.service.db`
      select merchant_id, event_id, outcome from events
      where account_id = ${account.id} and type = 'account.updated'`
    await expect.poll(updates).toMatchObject([{ merchantId: '-', outcome: 'waiting' }])
    const retried = async () =>
      (
        await paying.service.db`select retry_at > received_at + interval '2 seconds' as again from events
        where account_id = ${account.id} and type = 'account.updated'`
      )[0]?.again
    await expect.poll(retried).toBe(true)
    expect((await make()).status).toBe(200)
    await expect.poll(updates).toMatchObject([{ merchantId, outcome: 'applied' }])
    await expect.poll(() => receiver.received.length).toBe(1)
    const { db, processors } = paying.service
    await addSearches(db, ['sandbox'], 0)
    const deps = { db, clock: systemClock, processors, encryptionKeys, wakeCallbacks: () => {} }
    await findLostEvents(deps, pino({ level: 'silent' }), 30).run()
    expect(await updates()).toMatchObject([{ merchantId, outcome: 'applied' }])
    expect(await db`select 1 from deliveries where merchant_id = ${merchantId}`).toHaveLength(1)
    const { body } = await paying.service.call('GET', '/v1/onboarding/status', { key: apiKey })
    expect(body.chargesEnabled).toBe(true)
  })

  it('belongs to the merchant even if the account was unknown until then', async () => {
    const account = await paying.stripe.accounts.create({ type: 'standard', country: 'US' })
    const made = eventOf('account.updated', { id: account.id }, { account: account.id })
    await postWebhook(paying.service, JSON.stringify(made))
    expect(await rowsOf(made.id)).toEqual([{ merchantId: '-', outcome: 'ignored' }])
    const { merchantId } = await paying.service.createMerchant({})
    await paying.service.db`
      insert into processor_accounts (merchant_id, processor, account_id, created_at, updated_at)
      values (${merchantId}, 'sandbox', ${account.id}, now(), now())`
    await postWebhook(paying.service, JSON.stringify(made))
    expect(await rowsOf(made.id)).toEqual([{ merchantId, outcome: 'applied' }])
  })

  it('does not wait for an account whose creation began much later', async () => {
    const { merchantId, apiKey } = await paying.service.createMerchant()
    await paying.control('/faults', { operation: 'accounts.create', kind: 'lost' })
    await paying.service.call('POST', '/v1/onboarding/account', { key: apiKey, body: {} })
    const made = eventOf('account.updated', { id: 'acct_elsewhere' }, { account: 'acct_elsewhere' })
    await postWebhook(paying.service, JSON.stringify(made))
    expect(await rowsOf(made.id)).toEqual([{ merchantId: '-', outcome: 'waiting' }])
    await paying.service.db`
      update open_operations set created_at = now() + interval '6 minutes' where merchant_id = ${merchantId}`
    await expect.poll(() => rowsOf(made.id)).toEqual([{ merchantId: '-', outcome: 'ignored' }])
  })
})
