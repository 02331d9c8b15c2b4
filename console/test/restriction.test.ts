import { expect, it } from 'vitest'
import { restrictionOf } from '../src/pages/merchants/restriction.ts'

it('asks for details only if they can lift the restriction', () => {
  const needsDetails = (reason: string, hasRequirements = false) =>
    restrictionOf(reason, hasRequirements, false).needsDetails
  expect(needsDetails('requirements.past_due')).toBe(true)
  expect(needsDetails('under_review', true)).toBe(true)
  for (const reason of ['under_review', 'requirements.pending_verification', 'platform_paused', 'other'])
    expect([reason, needsDetails(reason)]).toEqual([reason, false])
  for (const reason of ['rejected.fraud', 'deauthorized', 'platform_paused'])
    expect([reason, needsDetails(reason, true)]).toEqual([reason, false])
})

it('names the processor to the merchant', () => {
  const next = (processor: string) => restrictionOf('rejected.fraud', false, true, processor).next
  expect(next('Stripe')).toMatch(/Only Stripe can change this: .+ dashboard\.stripe\.com\.$/)
  expect(next('the sandbox')).toMatch(/Only the sandbox can change this: a sandbox has no support/)
})
