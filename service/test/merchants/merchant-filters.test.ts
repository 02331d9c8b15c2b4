import { expect, it } from 'vitest'
import type { MerchantId } from '../../src/ids.ts'
import { recordAccount } from '../../src/merchants/accounts.sql.ts'
import { onboardingStatusOf } from '../../src/merchants/onboarding-status.ts'
import { useService } from '../support/service.ts'

const service = useService()
const find = async (query: string) => {
  const { status, body } = await service.admin('GET', `/merchants?limit=100&${query}`)
  expect(status, query).toBe(200)
  return body.data.map(({ merchantId }: { merchantId: string }) => merchantId)
}

it('merchants are found by part of their name, suspended or failing', async () => {
  const { merchantId: bakery } = await service.createMerchant({ name: '100% Corner Bakery' })
  const { merchantId: diner } = await service.createMerchant({
    name: 'Diner',
    callbackUrl: 'https://d.example/',
  })
  expect(await find('search=corner')).toEqual([bakery])
  expect(await find(`search=${diner}`)).toEqual([diner])
  expect(await find('search=0%25%20C')).toEqual([bakery])
  expect(await find('search=_')).toEqual([])
  await service.admin('POST', `/merchants/${bakery}/suspend`)
  expect(await find('suspended=true')).toEqual([bakery])
  expect(await find('suspended=false&search=diner')).toEqual([diner])
  expect(await find('failing=true')).toEqual([])
  await service.db`update callback_endpoints set failures_in_a_row = 1 where merchant_id = ${diner}`
  expect(await find('failing=true')).toEqual([diner])
  expect(await find('failing=false')).not.toContain(diner)
  const { body } = await service.admin('GET', '/merchants')
  const marked = body.data.filter(({ failing }: { failing: boolean }) => failing)
  expect(marked).toMatchObject([{ merchantId: diner }])
  for (const wrong of ['search=', 'onboarding=done', 'failing=maybe']) {
    expect((await service.admin('GET', `/merchants?${wrong}`)).status, wrong).toBe(400)
  }
})

it('merchants are found by their onboarding status, as shown on each merchant, and if their account is disabled', async () => {
  const flags = [true, false]
  const accounts = flags.flatMap(chargesEnabled =>
    flags.flatMap(payoutsEnabled =>
      flags.flatMap(detailsSubmitted =>
        flags.flatMap(pastDue =>
          [null, 'rejected.fraud', 'requirements.past_due'].map(disabledReason => ({
            chargesEnabled,
            payoutsEnabled,
            detailsSubmitted,
            pastDue,
            disabledReason,
          })),
        ),
      ),
    ),
  )
  const expected = new Map<string, string[]>()
  for (const [i, account] of accounts.entries()) {
    const { merchantId } = await service.createMerchant({ name: `Onboarding ${i}` })
    const snapshot = { ...account, accountId: `acct_${i}`, currentlyDue: [] }
    await recordAccount(
      service.db,
      merchantId as MerchantId,
      service.config.processors[0].name,
      snapshot,
      new Date(),
    )
    const status = onboardingStatusOf(snapshot)
    expected.set(status, [merchantId, ...(expected.get(status) ?? [])])
  }
  expect([...expected.keys()].sort()).toEqual(['charges_only', 'enabled', 'pending', 'restricted'])
  const { body: failing } = await service.admin('GET', '/failing?limit=100')
  const restricted = failing.data.filter(({ problem }: { problem: string }) => problem === 'account')
  const reasons = new Map(
    restricted.map((one: { merchantId: string; reason: string }) => [one.merchantId, one.reason]),
  )
  expect([...(expected.get('restricted') ?? [])].filter(id => !reasons.has(id))).toEqual([])
  for (const merchantId of [...expected.values()].flat()) {
    const { body } = await service.admin('GET', `/merchants/${merchantId}`)
    expect(body.accounts[0].restriction).toBe(reasons.get(merchantId) ?? null)
  }
  for (const [status, ids] of expected) {
    expect(await find(`search=Onboarding&onboarding=${status}`), status).toEqual(ids)
  }
  const [enabled = '', ...others] = expected.get('enabled') ?? []
  await service.db`update processor_accounts set disabled_at = now() where merchant_id = ${enabled}`
  expect(await find('disabled=true')).toEqual([enabled])
  expect(await find('search=Onboarding&onboarding=enabled&disabled=false')).toEqual(others)
})
