import { describe, expect, it } from 'vitest'
import type { Entry } from '../../src/ledger/entries.ts'
import { applyDispute } from '../../src/payments/dispute.ts'
import type { DisputeSnapshot } from '../../src/processors/port.ts'

const dispute = (state: DisputeSnapshot['state'], amountCents: number): DisputeSnapshot => ({
  processorDisputeId: 'du_1',
  amountCents,
  reason: 'general',
  state,
})

/** What each account has after all that was reported, every fact posted once. */
function balanceAfter(...reports: DisputeSnapshot[]) {
  let known: DisputeSnapshot | null = null
  let version = 0
  const posted = new Map<string, Entry>()
  for (const report of reports) {
    version += 1
    const reported = applyDispute(known, report, { trust: 'report', version })
    const applied: ReturnType<typeof applyDispute> =
      reported === 'doubtful' ? applyDispute(known, report, { trust: 'reading', version }) : reported
    if (typeof applied === 'string') continue
    known = applied.dispute
    for (const entry of applied.entries) if (!posted.has(entry.fact)) posted.set(entry.fact, entry)
  }
  const sum = (leg: keyof Entry) =>
    [...posted.values()].reduce((total, entry) => total + Number(entry[leg]), 0)
  return { customer: sum('customerCents'), merchant: sum('merchantCents'), held: sum('disputeHoldCents') }
}

describe('a dispute', () => {
  it.each([
    ['lost in full', 'lost', 5000, { customer: 5000, merchant: -5000, held: 0 }],
    ['lost in part', 'lost', 3000, { customer: 3000, merchant: -3000, held: 0 }],
    ['lost for more', 'lost', 6000, { customer: 6000, merchant: -6000, held: 0 }],
    ['won', 'won', 5000, { customer: 0, merchant: 0, held: 0 }],
    ['won at another amount', 'won', 3000, { customer: 0, merchant: 0, held: 0 }],
  ] as const)('opened and %s leaves nothing on hold', (_, state, amountCents, balance) => {
    expect(balanceAfter(dispute('open', 5000), dispute(state, amountCents))).toEqual(balance)
    expect(balanceAfter(dispute(state, amountCents), dispute('open', 5000))).toEqual(balance)
  })

  it('whose amount changes while it is open holds what the processor says it does', () => {
    const changed = [dispute('open', 5000), dispute('open', 3000)]
    expect(balanceAfter(...changed)).toEqual({ customer: 0, merchant: -3000, held: 3000 })
    expect(balanceAfter(...changed, dispute('open', 4000), dispute('lost', 4000))).toEqual({
      customer: 4000,
      merchant: -4000,
      held: 0,
    })
    const known = dispute('open', 5000)
    expect(applyDispute(known, dispute('open', 3000), { trust: 'report', version: 1 })).toBe('doubtful')
  })

  it('that is only an inquiry moves nothing', () => {
    expect(balanceAfter(dispute('warning', 5000))).toEqual({ customer: 0, merchant: 0, held: 0 })
  })
})
