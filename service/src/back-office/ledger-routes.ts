import { Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { CurrencyFilter, MerchantFilter } from '../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageIn, pageOf, readCursor } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { problemResponses, Strict } from '../http/schemas.ts'
import { PeriodQuery, periodOf } from '../http/timestamps.ts'
import { idPattern } from '../ids.ts'
import { balancesOf } from '../ledger/days.sql.ts'
import { BalanceSchema, EntrySchema, StatementSchema } from '../ledger/schemas.ts'
import { merchantStatement } from '../ledger/statement.sql.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { ProcessorField } from '../merchants/schemas.ts'
import { existing } from '../problems.ts'
import { listEntries } from './ledger.sql.ts'

const position = new RegExp(`^${idPattern('svcpay')} .{1,200}$`)

const tags = ['Ledger']

const ofMerchant = {
  merchantId: MerchantFilter,
  currency: Type.Optional(CurrencyFilter),
}
const errors = problemResponses('not_found')
const longestDays = 92

function entryAt(cursor: string | undefined): { paymentId: string; fact: string } | null {
  const [, paymentId = '', fact = ''] = /^(\w+) (.+)$/.exec(readCursor(cursor, position) ?? '') ?? []
  return paymentId === '' ? null : { paymentId, fact }
}

const positionOf = ({ paymentId, fact }: { paymentId: string; fact: string }) => `${paymentId} ${fact}`

export function ledgerRoutes(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  const filterOf = async (query: { merchantId: string; currency?: string }) => {
    const merchant = existing(await findMerchant(db, query.merchantId), 'merchant')
    return { merchantId: merchant.merchantId, currency: query.currency?.toLowerCase() ?? null }
  }

  app.get(
    '/ledger/entries',
    {
      tags,
      operationId: 'listLedgerEntries',
      summary: 'List a merchant’s ledger entries',
      description: 'Newest first. The four amounts of an entry always add up to zero.',
      querystring: Strict({ ...PageQuery, ...ofMerchant }),
      response: { 200: Page(EntrySchema), ...errors },
    },
    async request => {
      const { cursor, limit = defaultLimit } = request.query
      const filter = { ...(await filterOf(request.query)), after: entryAt(cursor), limit: limit + 1 }
      return pageOf(await listEntries(db, filter), limit, ({ svcPaymentId: paymentId, fact }) =>
        positionOf({ paymentId, fact }),
      )
    },
  )

  app.get(
    '/ledger/balances',
    {
      tags,
      operationId: 'listLedgerBalances',
      summary: 'Get a merchant’s balances',
      description: 'The sums of all its ledger entries, by currency.',
      querystring: Strict({ ...PageQuery, ...ofMerchant }),
      response: { 200: Page(BalanceSchema), ...errors },
    },
    async request => {
      const { merchantId, currency } = await filterOf(request.query)
      const balances = await balancesOf(db, merchantId)
      const asked = balances.filter(one => currency === null || one.currency === currency)
      return pageIn(asked, request.query, one => one.currency)
    },
  )

  app.get(
    '/ledger/statement',
    {
      tags,
      operationId: 'getLedgerStatement',
      summary: 'Get a merchant’s statement',
      description:
        'Everything that was posted in a period of at most 92 days, and the balances before and after it. With `limit` the lines come in pages; the totals are always those of the whole period.',
      querystring: Strict({
        ...ofMerchant,
        ...PeriodQuery,
        processor: Type.Optional(ProcessorField('Only payments made with this processor')),
        cursor: PageQuery.cursor,
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 1000, description: 'Lines in a page. Default: all.' }),
        ),
      }),
      response: { 200: StatementSchema, ...errors },
    },
    async request => {
      const { merchantId, currency } = await filterOf(request.query)
      const { from, to } = periodOf(request.query, clock.now(), { longestDays })
      const { cursor, limit, processor = null } = request.query
      const page = limit && { after: entryAt(cursor), limit: limit + 1 }
      const period = { merchantId, currency, processor, from, to, ...(page && { page }) }
      const { isFinal, lines, totals } = await merchantStatement(db, period)
      if (!limit) return { from, to, isFinal, lines, totals }
      const { data, nextCursor } = pageOf(lines, limit, positionOf)
      return { from, to, isFinal, lines: data, totals, nextCursor }
    },
  )
}
