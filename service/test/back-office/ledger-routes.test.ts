import { beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { usePaying } from '../support/paying.ts'

const paying = usePaying()
const ledger = (path: string) => paying.service.admin('GET', `/ledger/${path}`)
let ofMerchant = ''

beforeAll(async () => {
  ofMerchant = `merchantId=${paying.merchant.merchantId}`
  for (const currency of ['usd', 'eur']) {
    const { id } = await paying.pay({ currency, amountCents: 5000, captureMethod: 'manual' })
    expect((await paying.post(`/payments/${id}/capture`)).status).toBe(200)
    expect((await paying.post(`/payments/${id}/refund`, { amountCents: 1000 })).status).toBe(200)
  }
})

type Entry = { currency: string; kind: string; merchantCents: number; customerCents: number; fact: string }

describe('the ledger of a merchant', () => {
  it('has a list of entries, page by page, newest first', async () => {
    const all = (await ledger(`entries?${ofMerchant}`)).body.data as Entry[]
    expect(new Set(all.map(({ kind }) => kind))).toEqual(
      expect.objectContaining(new Set(['capture', 'refund'])),
    )
    const paged: Entry[] = []
    let cursor = ''
    do {
      const { body } = await ledger(`entries?${ofMerchant}&limit=1${cursor && `&cursor=${cursor}`}`)
      paged.push(...body.data)
      cursor = body.nextCursor
    } while (cursor)
    expect(paged).toEqual(all)
    const euros = (await ledger(`entries?${ofMerchant}&currency=EUR`)).body.data
    expect(euros).toEqual(all.filter(({ currency }) => currency === 'eur'))
  })

  it('has balances by currency that are the sums of the entries', async () => {
    const all = (await ledger(`entries?${ofMerchant}`)).body.data as Entry[]
    const { body } = await ledger(`balances?${ofMerchant}`)
    expect(body.data.map(({ currency }: Entry) => currency)).toEqual(['eur', 'usd'])
    for (const balance of body.data as Entry[]) {
      const own = all.filter(({ currency }) => currency === balance.currency)
      expect(balance.merchantCents).toBe(own.reduce((sum, entry) => sum + entry.merchantCents, 0))
      expect(balance.customerCents).toBe(-4000)
    }
    expect((await ledger(`balances?${ofMerchant}&currency=usd`)).body.data).toHaveLength(1)
  })

  it('has a statement of a period', async () => {
    const { body } = await ledger(`statement?${ofMerchant}`)
    const balances = (await ledger(`balances?${ofMerchant}`)).body.data as Entry[]
    expect(body.totals).toMatchObject(
      balances.map(({ currency, merchantCents }) => ({
        currency,
        openingCents: 0,
        netCents: merchantCents,
        closingCents: merchantCents,
      })),
    )
    expect(body.lines.length).toBe((await ledger(`entries?${ofMerchant}`)).body.data.length)
    const euros = (await ledger(`statement?${ofMerchant}&currency=eur`)).body
    expect(new Set(euros.lines.map(({ currency }: Entry) => currency))).toEqual(new Set(['eur']))
    const before = await ledger(`statement?${ofMerchant}&from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z`)
    expect(before.body).toMatchObject({ isFinal: true, lines: [], totals: [] })
  })

  it.each([
    'statement?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
    'statement?from=2020-01-01T00:00:00Z&to=2021-01-01T00:00:00Z',
    'entries?limit=0',
    'entries?cursor=x',
    'balances?currency=xxxx',
  ])('refuses %s', async path => {
    const [name, query] = path.split('?')
    expectProblem(await ledger(`${name}?${ofMerchant}&${query}`), 'invalid_request')
  })

  it('needs a merchant', async () => {
    for (const path of ['entries', 'balances', 'statement']) {
      expectProblem(await ledger(path), 'invalid_request')
      expectProblem(await ledger(`${path}?merchantId=mer_nope`), 'not_found')
    }
  })
})
