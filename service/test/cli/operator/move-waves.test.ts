import { expect, it } from 'vitest'
import { operatorToken } from '../../support/service.ts'
import { first, type MovingMerchant, second, useTwoProcessors } from '../../support/two-processors.ts'
import { run } from '../in-process.ts'

const two = useTwoProcessors()
const payments = 20

it('waves stop soon after payments at the new processor begin to be declined', async () => {
  const later = await two.addMerchant()
  const sooner = await two.addMerchant()
  await payAll(sooner, 'pm_card_visa')
  await expect.poll(() => outcomesOf(sooner)).toEqual([payments, 0])

  const options = ['--to', second, '--percent', '50', '--pause', '200']
  const access = ['--url', two.service.url, '--token', operatorToken]
  const moving = run(['merchants', 'move', '--all', ...options, ...access])
  await expect.poll(() => processorOf(sooner)).toBe(second)
  await payAll(sooner, 'pm_card_visa_chargeDeclined')

  const { code, stdout, stderr } = await moving
  expect([code, stdout]).toEqual([1, '1 of 2 moved to stripe-eu.\n'])
  expect(stderr).toMatch(/Stopped: 0\.0% of payments succeed, down from 100\.0% the day before/)
  expect(await outcomesOf(sooner)).toEqual([payments, payments])
  expect([await processorOf(sooner), await processorOf(later)]).toEqual([second, first])
})

const processorOf = async ({ merchantId }: MovingMerchant) =>
  (await two.service.admin('GET', `/merchants/${merchantId}`)).body.processor

async function outcomesOf({ merchantId }: MovingMerchant): Promise<number[]> {
  const { body } = await two.service.admin('GET', `/stats?merchantId=${merchantId}`)
  return [body.payments.succeeded, body.payments.failed]
}

async function payAll(merchant: MovingMerchant, method: string): Promise<void> {
  const isDeclined = method !== 'pm_card_visa'
  const paid = Array.from({ length: payments }, async () => {
    const { body } = await two.create(merchant)
    await two.confirm(merchant, body, method).catch(error => {
      if (!isDeclined || error.type !== 'StripeCardError') throw error
    })
  })
  await Promise.all(paid)
}
