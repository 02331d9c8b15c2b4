import { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { receiveEvent } from '../../src/inbox/receive-event.ts'
import { depsOf } from '../reconcile/prepared.ts'
import { usePaying } from '../support/paying.ts'
import { eventOf } from './webhooks.ts'

const paying = usePaying()

it('an event found by the search before its webhook arrived counts as received by webhook', async () => {
  const { service, merchant } = paying
  const event = eventOf('customer.created', {}, { account: merchant.accountId })
  const body = Buffer.from(JSON.stringify(event))
  const processor = service.processors.get('sandbox')
  if (!processor) throw new Error('no processor')
  const traces = async () => {
    const rows = await service.db<{ traceId: string | null }[]>`select trace_id from events`
    return rows.map(({ traceId }) => traceId)
  }
  await receiveEvent(
    { ...depsOf(paying), wakeCallbacks: () => {} },
    processor,
    processor.readEvent(body),
    body,
  )
  expect(await traces()).toEqual([null])
  const [secret = ''] = service.config.processors[0].webhookSecrets
  const push = async () => {
    const header = Stripe.webhooks.generateTestHeaderString({ payload: body.toString(), secret })
    const answer = await service.call('POST', '/webhooks/processor', {
      raw: body,
      headers: { 'stripe-signature': header },
    })
    expect(answer.body).toEqual({ received: true, forwarded: false })
    return answer.headers.get('x-correlation-id')
  }
  const first = await push()
  expect(await traces()).toEqual([first])
  await push()
  expect(await traces(), 'a second copy changes nothing').toEqual([first])
})
