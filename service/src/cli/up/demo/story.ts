type Ending =
  | 'paid'
  | 'declined'
  | 'abandoned'
  | 'canceled'
  | 'refunded'
  | 'refunded in part'
  | 'held'
  | 'disputed'
  | 'dispute lost'

export interface DemoPayment {
  shop: number
  agoMs: number
  /** How long after the payment it was refunded, or its dispute was lost. */
  laterMs: number
  amountCents: number
  currency: string
  orderRef: string
  description: string
  card: string
  ending: Ending
}

export type DemoShop = (typeof shops)[number]

/**
 * Prices are the lowest and the highest amount in US dollars; `perDay` is the number of payments on an ordinary day.
 * A broken endpoint has been failing for several days; a shop without an endpoint has no callback URL.
 */
export const shops = [
  {
    name: 'Corner Bakery',
    currencies: ['usd'],
    goods: ['Sourdough, 2 loaves', 'Birthday cake', 'Breakfast basket', 'Catering, 12 people'],
    prices: [8, 140],
    perDay: 4.5,
    feeBps: 150,
    endpoint: 'good',
  },
  {
    name: 'Blue Door Books',
    currencies: ['eur', 'eur', 'usd'],
    goods: ['Three paperbacks', 'Gift card', 'Signed first edition', 'Book club, one year'],
    prices: [12, 210],
    perDay: 2.5,
    feeBps: 120,
    endpoint: 'good',
  },
  {
    name: 'Riverside Bikes',
    currencies: ['usd'],
    goods: ['Service and new brakes', 'City bike', 'Helmet', 'Child seat'],
    prices: [35, 890],
    perDay: 3.2,
    feeBps: 100,
    endpoint: 'broken',
  },
  {
    name: 'Kyoto Tea House',
    currencies: ['jpy'],
    goods: ['Sencha, 200 g', 'Tea ceremony for two', 'Matcha set'],
    prices: [14, 120],
    perDay: 1.2,
    feeBps: 130,
    endpoint: 'none',
  },
] as const

const days = 28
const dayMs = 86_400_000
const hourMs = 3_600_000
/** How long ago the broken endpoint began to fail. */
export const brokenSinceMs = 4.5 * dayMs

const cards = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_visa', 'pm_card_amex', 'pm_card_visa']
const refusedCards = [
  'pm_card_visa_chargeDeclined',
  'pm_card_visa_chargeDeclinedInsufficientFunds',
  'pm_card_visa_chargeDeclinedInsufficientFunds',
  'pm_card_visa_chargeDeclinedExpiredCard',
]

/** Four weeks of business in four shops, the same at every start: mostly plain sales, more on weekends, and some trouble. */
export function demoStory(): DemoPayment[] {
  const next = numbersFrom(20_260_301)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item
  const payments = shops.flatMap((shop, index) =>
    Array.from({ length: days }, (_, day) => day).flatMap(day => {
      const isWeekend = day % 7 >= 5
      const busy = (isWeekend ? 1.5 : 0.85) * (1 - day / 90)
      const count = Math.floor(shop.perDay * busy + next())
      return Array.from({ length: count }, (): DemoPayment => {
        const [lowest, highest] = shop.prices
        const currency = pick(shop.currencies)
        const price = lowest + (highest - lowest) * next() ** 2
        const amountCents = currency === 'jpy' ? Math.round(price * 1.5) * 100 : Math.round(price * 20) * 5
        const agoMs = Math.round(day * dayMs + hourMs * (0.2 + 14 * next()))
        const ending = endingOf(next())
        // Payments from before the endpoint broke must be complete by then.
        const overMs = shop.endpoint === 'broken' && agoMs > brokenSinceMs ? brokenSinceMs : 0
        return {
          shop: index,
          agoMs,
          laterMs: Math.round(Math.min((agoMs - overMs) * 0.9, dayMs * (0.2 + 4 * next()))),
          amountCents,
          currency,
          orderRef: '',
          description: pick(shop.goods),
          card: ending === 'declined' ? pick(refusedCards) : pick(cards),
          ending: ending === 'held' && day > 4 ? 'paid' : ending,
        }
      })
    }),
  )
  const inOrder = withDisputes(payments.sort((a, b) => b.agoMs - a.agoMs))
  return withOneTwice(inOrder.map((payment, i) => ({ ...payment, orderRef: `order-${1001 + i}` })))
}

function endingOf(chance: number): Ending {
  if (chance < 0.055) return 'declined'
  if (chance < 0.08) return 'abandoned'
  if (chance < 0.095) return 'canceled'
  if (chance < 0.125) return 'refunded'
  if (chance < 0.15) return 'refunded in part'
  if (chance < 0.2) return 'held'
  return 'paid'
}

/** Disputes a few payments at fixed places, so that one dispute always needs a response and one is always closed. */
function withDisputes(payments: DemoPayment[]): DemoPayment[] {
  const endings = new Map<number, Ending>([
    [Math.floor(payments.length * 0.25), 'dispute lost'],
    [Math.floor(payments.length * 0.72), 'disputed'],
    [Math.floor(payments.length * 0.93), 'disputed'],
  ])
  return payments.map((payment, i) => {
    const ending = endings.get(i)
    return ending ? { ...payment, ending, card: 'pm_card_createDispute' } : payment
  })
}

/** Charges one of yesterday's orders again a minute later, as when a shop repeats a payment under a new key. */
function withOneTwice(payments: DemoPayment[]): DemoPayment[] {
  const twice = payments.findLast(({ ending, agoMs }) => ending === 'paid' && agoMs > dayMs)
  return payments.flatMap(payment =>
    payment === twice ? [payment, { ...payment, agoMs: payment.agoMs - 60_000 }] : [payment],
  )
}

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
