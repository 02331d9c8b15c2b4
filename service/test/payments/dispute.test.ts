import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../../src/ledger/entries.ts'
import { applyDispute, mostPressing, standingOf, takenCents } from '../../src/payments/dispute.ts'
import type { DisputeSnapshot } from '../../src/processors/port.ts'
import { disputeStates } from '../../src/processors/snapshots.ts'

type Moved = number[] | null

/** Movements are named t1, t2, … in their order. */
const dispute = (
  state: DisputeSnapshot['state'],
  amountCents: number,
  moved: Moved = null,
): DisputeSnapshot => ({
  processorDisputeId: 'du_1',
  amountCents,
  reason: 'general',
  state,
  movements: moved?.map((amountCents, i) => ({ id: `t${i + 1}`, amountCents })) ?? null,
})

/** The record and the entries after some reports. The last one is the processor's current state. */
function after(reports: DisputeSnapshot[], order = reports, before: DisputeSnapshot | null = null) {
  let known = before
  const posted = new Map<string, Entry>()
  for (const report of order) {
    const told = applyDispute(known, report, 'report')
    const applied = told === 'doubtful' ? applyDispute(known, reports.at(-1) ?? report, 'reading') : told
    if (typeof applied === 'string') continue
    known = applied.dispute
    for (const entry of applied.entries) if (!posted.has(entry.fact)) posted.set(entry.fact, entry)
  }
  const entries = [...posted.values()]
  const sum = (leg: keyof Entry) => entries.reduce((total, entry) => total + Number(entry[leg]), 0)
  const balance = {
    customer: sum('customerCents'),
    merchant: sum('merchantCents'),
    held: sum('disputeHoldCents'),
  }
  return { known, entries, balance }
}

const factsOf = ({ entries }: { entries: Entry[] }) =>
  entries.map(({ fact, merchantCents }) => [fact, merchantCents])

const nothing = { customer: 0, merchant: 0, held: 0 }

describe('a dispute whose movements the processor lists', () => {
  it('is posted movement by movement, even if the report is late', () => {
    const changed = dispute('needs_response', 400, [-1000, 600])
    expect(factsOf(after([changed]))).toEqual([
      ['dispute:du_1', -1000],
      ['dispute:t2:du_1', 600],
    ])
    const step = dispute('needs_response', 1000, [-1000])
    expect(factsOf(after([step, changed]))).toEqual(factsOf(after([changed])))
  })

  it('is the same in any order of reports', () => {
    const story = [
      dispute('warning_needs_response', 1000, []),
      dispute('needs_response', 1000, [-1000]),
      dispute('needs_response', 400, [-1000, 600]),
      dispute('under_review', 400, [-1000, 600]),
    ]
    const ends = [
      [dispute('won', 400, [-1000, 600, 400])],
      [dispute('lost', 400, [-1000, 600])],
      [dispute('won', 400, [-1000, 600]), dispute('won', 400, [-1000, 600, 400])],
    ]
    for (const end of ends) {
      const reports = [...story, ...end]
      const inOrder = after(reports)
      const shuffled = fc.shuffledSubarray(reports, { minLength: 1 })
      fc.assert(
        fc.property(shuffled, order => {
          const { known, balance } = after(reports, [...order, reports.at(-1) as DisputeSnapshot])
          expect([known, balance]).toEqual([inOrder.known, inOrder.balance])
        }),
      )
    }
  })

  it('that was lost and is won on appeal returns the customer’s part with its movement', () => {
    const lost = dispute('lost', 1000, [-1000])
    expect(after([lost]).balance).toEqual({ customer: 1000, merchant: -1000, held: 0 })
    const appealed = [lost, dispute('appeal_needs_response', 1000, [-1000])]
    expect(after(appealed).balance).toEqual(after([lost]).balance)
    expect(after([...appealed, dispute('won', 1000, [-1000, 1000])]).balance).toEqual(nothing)
    expect(applyDispute(lost, dispute('won', 1000, [-1000]), 'reading')).toBe('stale')
  })

  it('in a row of the previous release, which posted sums, posts only the missing part', () => {
    const before = (state: 'needs_response' | 'won', amountCents: number) => dispute(state, amountCents)
    const now = dispute('under_review', 400, [-1000, 600])
    expect(factsOf(after([now], [now], before('needs_response', 400)))).toEqual([])
    expect(factsOf(after([now], [now], before('needs_response', 1000)))).toEqual([['dispute:t2:du_1', 600]])
    expect(factsOf(after([now], [now], before('needs_response', 700)))).toEqual([
      ['dispute:correction:du_1', 300],
    ])
    const won = dispute('won', 1000, [-1000, 1000])
    expect(factsOf(after([won], [won], before('won', 1000)))).toEqual([])
  })

  it('balances in every state, whatever came before', () => {
    const moved = fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 4 })
    const any = fc.record({ state: fc.constantFrom(...disputeStates), moved })
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), stories => {
        let all: number[] = []
        const reports = stories.map(({ state, moved }) => {
          all = [...all, ...moved]
          return dispute(state, 500, all)
        })
        const { known, balance } = after(reports)
        if (!known) throw new Error('nothing is known')
        const taken = takenCents(known)
        const isLost = standingOf(known) === 'lost'
        const expected = { customer: isLost ? taken : 0, merchant: 0 - taken, held: isLost ? 0 : taken }
        expect(balance).toEqual(expected)
      }),
    )
  })
})

describe('a dispute without a list of movements', () => {
  it.each([
    ['lost in full', 'lost', 5000, { customer: 5000, merchant: -5000, held: 0 }],
    ['lost in part', 'lost', 3000, { customer: 3000, merchant: -3000, held: 0 }],
    ['lost for more', 'lost', 6000, { customer: 6000, merchant: -6000, held: 0 }],
    ['won', 'won', 5000, nothing],
    ['won at another amount', 'won', 3000, nothing],
  ] as const)('that is opened and %s leaves nothing on hold', (_, state, amountCents, balance) => {
    const reports = [dispute('needs_response', 5000), dispute(state, amountCents)]
    expect(after(reports).balance).toEqual(balance)
    expect(after(reports, reports.toReversed()).balance).toEqual(balance)
  })

  it('whose amount changes while it is open holds the amount that the processor reports', () => {
    const changed = [dispute('needs_response', 5000), dispute('needs_response', 3000)]
    expect(applyDispute(changed[0] ?? null, dispute('needs_response', 3000), 'report')).toBe('doubtful')
    expect(after(changed).balance).toEqual({ customer: 0, merchant: -3000, held: 3000 })
    const lost = [...changed, dispute('needs_response', 4000), dispute('lost', 4000)]
    expect(after(lost).balance).toEqual({ customer: 4000, merchant: -4000, held: 0 })
  })
})

describe('a report', () => {
  it('of the known state changes nothing; an earlier state or another deadline is doubtful', () => {
    const known = dispute('under_review', 1000, [-1000])
    expect(applyDispute(known, dispute('under_review', 1000, [-1000]), 'report')).toBe('unchanged')
    expect(applyDispute(known, dispute('needs_response', 1000, [-1000]), 'report')).toBe('doubtful')
    expect(applyDispute(known, { ...known, dueBy: '2026-03-01T00:00:00.000Z' }, 'report')).toBe('doubtful')
  })

  it('of an inquiry moves nothing', () => {
    expect(after([dispute('warning_needs_response', 5000)]).balance).toEqual(nothing)
  })
})

it('the most pressing dispute needs a response; a won one is named only if there is no other', () => {
  const pressing = (...states: DisputeSnapshot['state'][]) =>
    mostPressing(states.map(state => dispute(state, 5000)))?.state
  expect(pressing('won', 'under_review', 'appeal_needs_response')).toBe('appeal_needs_response')
  expect(pressing('won', 'lost')).toBe('lost')
  expect(pressing('won', 'appeal_under_review')).toBe('appeal_under_review')
  expect(pressing('won')).toBe('won')
  expect(pressing()).toBeUndefined()
})
