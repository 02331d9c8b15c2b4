import { expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { usePaying } from '../support/paying.ts'

const paying = usePaying({ webhooks: true })

async function someEvent(): Promise<string> {
  const { id } = await paying.pay({})
  return await waitFor(async () => {
    const { body } = await paying.service.admin(
      'GET',
      `/events?paymentId=${id}&type=payment_intent.succeeded`,
    )
    expect(body.data).not.toEqual([])
    return body.data[0].id
  })
}

it('shows operators the processor’s payload, without secrets', async () => {
  const { merchantId } = paying.merchant
  const eventId = await someEvent()
  const { status, body, text } = await paying.service.admin(
    'GET',
    `/merchants/${merchantId}/events/${eventId}`,
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: eventId,
    type: 'payment_intent.succeeded',
    payload: {
      id: eventId,
      object: 'event',
      data: { object: { status: 'succeeded', client_secret: '••••••' } },
    },
  })
  expect(text).not.toContain('_secret_')
})

it('finds no event under another merchant', async () => {
  const eventId = await someEvent()
  const other = await paying.addMerchant()
  expectProblem(
    await paying.service.admin('GET', `/merchants/${other.merchantId}/events/${eventId}`),
    'not_found',
  )
})

it('finds one event by its id and its merchant', async () => {
  const { merchantId } = paying.merchant
  const eventId = await someEvent()
  await someEvent()
  const { status, body } = await paying.service.admin(
    'GET',
    `/events?merchantId=${merchantId}&eventId=${eventId}`,
  )
  expect(status).toBe(200)
  expect(body.data).toEqual([
    expect.objectContaining({ id: eventId, merchantId, type: 'payment_intent.succeeded' }),
  ])
  expectProblem(await paying.service.admin('GET', `/events?eventId=${eventId}`), 'invalid_request')
})
