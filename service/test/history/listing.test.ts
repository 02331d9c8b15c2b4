import { expect, it } from 'vitest'
import { createListing } from '../../src/history/listing.ts'
import type { PeriodPage } from '../../src/processors/lists-port.ts'
import type { Processor } from '../../src/processors/port.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

/** One payment a page, newest first, as a processor lists them. */
function aProcessor() {
  const made: { paymentId: string; processorPaymentId: string; createdAt: Date; isSealed: boolean }[] = []
  const asked: (PeriodPage & { from: Date })[] = []
  let isDown = false
  const listPayments = async (_account: string, page: PeriodPage & { from: Date }) => {
    asked.push(page)
    if (isDown) return { kind: 'unknown', reason: 'down' }
    const all = made.filter(({ createdAt }) => createdAt >= page.from).reverse()
    const rest = all.slice(all.findIndex(({ processorPaymentId }) => processorPaymentId === page.after) + 1)
    const items = rest.slice(0, 1).map(({ isSealed, paymentId, processorPaymentId, createdAt }) => {
      return { snapshot: { processorPaymentId }, createdAt, own: isSealed ? { paymentId } : null }
    })
    const next = rest.length > 1 ? rest[0]?.processorPaymentId : null
    return { kind: 'done', value: { items, next } }
  }
  const make = (minute: number, paymentId: string, isSealed = true) =>
    made.push({ paymentId, processorPaymentId: `pi_${made.length}`, createdAt: at(minute), isSealed })
  return {
    asked,
    make,
    setDown: (down: boolean) => {
      isDown = down
    },
    processor: { listPayments } as unknown as Processor,
  }
}

const found = (value: string | null) => ({ kind: 'done', value })

it('lists everything once, and then only newer payments', async () => {
  const { processor, make, asked } = aProcessor()
  for (let minute = 0; minute < 10; minute++) make(minute, `p${minute}`)
  const find = createListing('acct', at(2))
  expect(await find(processor, 'p2')).toEqual(found('pi_2'))
  expect(await find(processor, 'p1')).toEqual(found(null))
  expect(asked).toHaveLength(8 + 3)
  make(12, 'p12')
  expect(await find(processor, 'p12')).toEqual(found('pi_10'))
  expect(await find(processor, 'p2')).toEqual(found('pi_2'))
  expect(asked.at(-1)?.from).toEqual(at(10))
})

it('finds only sealed payments, and the oldest of several with one id', async () => {
  const { processor, make } = aProcessor()
  make(1, 'copied', false)
  make(1, 'twice')
  make(2, 'twice')
  const find = createListing('acct', at(0))
  expect(await find(processor, 'copied')).toEqual(found(null))
  expect(await find(processor, 'twice')).toEqual(found('pi_1'))
  make(3, 'twice')
  expect(await find(processor, 'twice')).toEqual(found('pi_1'))
})

it('simultaneous calls share a listing, but never one that began before them', async () => {
  const { processor, make, asked } = aProcessor()
  const find = createListing('acct', at(0))
  const early = find(processor, 'late')
  await Promise.resolve()
  make(1, 'late')
  const later = [find(processor, 'late'), find(processor, 'late'), find(processor, 'other')]
  await early
  expect(await Promise.all(later)).toEqual([found('pi_0'), found('pi_0'), found(null)])
  expect(asked).toHaveLength(2)
})

it('is unknown while the processor does not answer, and lists everything afterwards', async () => {
  const { processor, make, setDown } = aProcessor()
  make(1, 'p1')
  setDown(true)
  const find = createListing('acct', at(0))
  expect(await find(processor, 'p1')).toMatchObject({ kind: 'unknown' })
  setDown(false)
  expect(await find(processor, 'p1')).toEqual(found('pi_0'))
})
