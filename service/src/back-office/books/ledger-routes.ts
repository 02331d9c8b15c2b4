import { Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { CurrencyFilter, MerchantFilter, OneOf, sample } from '../../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageIn, pageOf, readParts } from '../../http/paging.ts'
import type { App } from '../../http/routes.ts'
import { problemResponses, Strict } from '../../http/schemas.ts'
import { PeriodQuery, periodOf } from '../../http/timestamps.ts'
import { idPattern } from '../../ids.ts'
import { balancesOf } from '../../ledger/days.sql.ts'
import {
  BalanceSchema,
  EntrySchema,
  LedgerCheckSchema,
  listedAtMost,
  StatementSchema,
} from '../../ledger/schemas.ts'
import { merchantStatement } from '../../ledger/statement.sql.ts'
import { statementColumns, statementCsv, statementFileName } from '../../ledger/statement-rows.ts'
import { verifyLedger } from '../../ledger/verify.sql.ts'
import { merchantById } from '../../merchants/merchants.sql.ts'
import { ProcessorField } from '../../merchants/schemas.ts'
import { recordAction } from '../../operators/audit-log.sql.ts'
import { actorOf } from '../../operators/operator-auth.ts'
import { shared } from '../../patience.ts'
import { problems } from '../../problems.ts'
import { insertLedgerCheck, listEntries } from './ledger.sql.ts'

const position = new RegExp(`^(?<paymentId>${idPattern('svcpay')}) (?<fact>.{1,200})$`)

const ofMerchant = {
  merchantId: MerchantFilter,
  currency: Type.Optional(CurrencyFilter),
}
const errors = problemResponses('not_found')
const longestDays = 92

const csvExample = `${statementColumns.join()}
2026-03-01T00:00:00.000Z,opening_balance,,,usd,,,0
2026-03-14T09:26:53.000Z,capture,${sample.svcPaymentId},order-1001,usd,4999,50,4949
2026-04-01T00:00:00.000Z,closing_balance,,,usd,,,4949
`

const entryAt = (cursor: string | undefined) => readParts<'paymentId' | 'fact'>(cursor, position)
const positionOf = ({ paymentId, fact }: { paymentId: string; fact: string }) => `${paymentId} ${fact}`

export function ledgerRoutes(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  const filterOf = async (query: { merchantId: string; currency?: string }) => {
    const { merchantId, name } = await merchantById(db, query.merchantId)
    return { merchantId, name, currency: query.currency?.toLowerCase() ?? null }
  }

  app.get('/ledger/entries', {
    operationId: 'listLedgerEntries',
    summary: 'List a merchant’s ledger entries',
    description: 'Newest first. The four amounts of an entry always add up to zero.',
    querystring: Strict({ ...PageQuery, ...ofMerchant }),
    response: { 200: Page(EntrySchema), ...errors },
    handler: async request => {
      const { cursor, limit = defaultLimit } = request.query
      const { merchantId, currency } = await filterOf(request.query)
      const filter = { merchantId, currency, after: entryAt(cursor), limit: limit + 1 }
      return pageOf(await listEntries(db, filter), limit, ({ svcPaymentId: paymentId, fact }) =>
        positionOf({ paymentId, fact }),
      )
    },
  })

  app.get('/ledger/balances', {
    operationId: 'listLedgerBalances',
    summary: 'Get a merchant’s balances',
    description: 'The sums of all its ledger entries, by currency.',
    querystring: Strict({ ...PageQuery, ...ofMerchant }),
    response: { 200: Page(BalanceSchema), ...errors },
    handler: async request => {
      const { merchantId, currency } = await filterOf(request.query)
      const balances = await balancesOf(db, merchantId)
      const asked = balances.filter(one => currency === null || one.currency === currency)
      return pageIn(asked, request.query, one => one.currency)
    },
  })

  app.get('/ledger/statement', {
    operationId: 'getLedgerStatement',
    summary: 'Get a merchant’s statement',
    description:
      'Everything posted in a period of at most 92 days, and the balances before and after it. All amounts are integers in the currency’s smallest unit. With `limit`, the lines come in pages; the totals always cover the whole period. With `format=csv`, the answer is a file with the fields of a line as columns: a row with the opening balance of each currency, a row per line, and a row with the closing balance of each currency.',
    querystring: Strict({
      ...ofMerchant,
      ...PeriodQuery,
      processor: Type.Optional(ProcessorField('Only payments made with this processor')),
      cursor: PageQuery.cursor,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'Lines per page. Default: all.' }),
      ),
      format: Type.Optional(
        OneOf(['json', 'csv'], {
          default: 'json',
          description: '`csv` includes all lines and accepts no `limit`',
        }),
      ),
    }),
    response: {
      200: {
        description: 'Everything posted in a period, and the balances before and after it.',
        content: {
          'application/json': { schema: StatementSchema },
          'text/csv': { schema: { type: 'string' }, example: csvExample },
        },
      },
      ...errors,
    },
    handler: async (request, reply) => {
      const { merchantId, currency, name } = await filterOf(request.query)
      const { from, to } = periodOf(request.query, clock.now(), { longestDays })
      const { cursor, limit, processor = null, format } = request.query
      const isFile = format === 'csv'
      if (isFile && (limit ?? cursor) !== undefined) {
        throw problems.invalidRequest('The query is not valid.', [
          { path: 'format', message: 'csv includes all lines: omit limit and cursor' },
        ])
      }
      const page = limit && { after: entryAt(cursor), limit: limit + 1 }
      const period = { merchantId, currency, processor, from, to, ...(page && { page }) }
      const { isFinal, lines, totals } = await merchantStatement(db, period)
      if (isFile) {
        const fileName = statementFileName({ name, processor, from, to })
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .serializer(String)
          .send(statementCsv({ from, to, isFinal, lines, totals }))
      }
      if (!limit) return { from, to, isFinal, lines, totals }
      const { data, nextCursor } = pageOf(lines, limit, positionOf)
      return { from, to, isFinal, lines: data, totals, nextCursor }
    },
  })

  // a check reads everything, so simultaneous requests share one answer
  const check = shared(() => verifyLedger(db))

  app.post('/ledger/verify', {
    operationId: 'verifyLedger',
    summary: 'Check the ledger',
    description:
      'Verifies that every entry balances and that every payment agrees with its entries, refunds and disputes. The result is stored as the last check. It reads everything, so it takes a while with many payments.',
    body: Strict({}),
    response: { 200: LedgerCheckSchema },
    handler: async request => {
      const { payments, entries, differences } = await check()
      const at = clock.now()
      const ok = differences.length === 0
      const result = { ok, payments, entries, differences: differences.length }
      await db.begin(async tx => {
        await insertLedgerCheck(tx, { at, ...result })
        const entry = { action: 'ledger.verify', target: 'ledger', merchantId: null, detail: result }
        await recordAction(tx, at, actorOf(request), entry)
      })
      return { ok, checked: payments, entries, problems: differences.slice(0, listedAtMost), at }
    },
  })
}
