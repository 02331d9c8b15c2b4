import { Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { CurrencyField, CurrencyFilter, MerchantFilter, PaymentIdField, Text, Whole } from '../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import type { Routes } from '../http/routes.ts'
import { Nullable, problemResponses, strict, Timestamp } from '../http/schemas.ts'
import { isTimestamp, timestampOf } from '../http/timestamps.ts'
import { idPattern } from '../ids.ts'
import { merchantStatement } from '../ledger/statement.sql.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { existing, problems } from '../problems.ts'
import { balancesOf, listEntries } from './ledger.sql.ts'
import { EntryKindField, entryFields, ledgerAmounts } from './ledger-fields.ts'

const position = new RegExp(`^${idPattern('svcpay')} .{1,200}$`)

const tags = ['Ledger']
export const EntrySchema = Type.Object(
  {
    svcPaymentId: PaymentIdField,
    ...entryFields,
  },
  { title: 'LedgerEntry', description: 'One posting. Its four amounts add up to zero.' },
)
export const BalancesSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(ledgerAmounts, { title: 'LedgerBalance', description: 'The balances in one currency.' }),
      { description: 'One per currency' },
    ),
  },
  { title: 'LedgerBalances', description: 'A merchant’s balances.' },
)
export const StatementSchema = Type.Object(
  {
    from: Timestamp('Start of the period'),
    to: Timestamp('End of the period, exclusive'),
    isFinal: Type.Boolean({ description: 'The period is over, and nothing will be added to it' }),
    lines: Type.Array(
      Type.Object(
        {
          postedAt: Timestamp('When it was posted'),
          kind: EntryKindField,
          paymentId: PaymentIdField,
          orderRef: Nullable(Text('The merchant’s own order reference', 'order-1001')),
          currency: CurrencyField,
          grossCents: Whole('What the customer paid; negative when money went back', 4999),
          feeCents: Whole('The platform fee', 50),
          netCents: Whole('What the merchant gets', 4949),
        },
        { title: 'StatementLine', description: 'One posting, as the merchant sees it.' },
      ),
      { description: 'Oldest first' },
    ),
    totals: Type.Array(
      Type.Object(
        {
          currency: CurrencyField,
          openingCents: Whole('The merchant’s balance before the period', 0),
          netCents: Whole('The change in the period', 4949),
          closingCents: Whole('The balance after it', 4949),
        },
        { title: 'StatementTotal', description: 'The balances in one currency.' },
      ),
      { description: 'One per currency' },
    ),
  },
  {
    title: 'Statement',
    description: 'Everything that was posted in a period, and the balances before and after it.',
  },
)

const ofMerchant = {
  merchantId: MerchantFilter,
  currency: Type.Optional(CurrencyFilter),
}
const errors = problemResponses('invalid_request', 'not_found')
const thirtyDaysMs = 30 * 86_400_000
const longestMs = 92 * 86_400_000

export function ledgerRoutes({ db, clock }: { db: Db; clock: Clock }): Routes {
  const filterOf = async (query: { merchantId: string; currency?: string }) => {
    const merchant = existing(await findMerchant(db, query.merchantId), 'merchant')
    return { merchantId: merchant.merchantId, currency: query.currency?.toLowerCase() ?? null }
  }

  return app => {
    app.get(
      '/ledger/entries',
      {
        schema: {
          tags,
          operationId: 'listLedgerEntries',
          summary: 'List a merchant’s ledger entries',
          description: 'Newest first. The four amounts of an entry always add up to zero.',
          querystring: Type.Object({ ...PageQuery, ...ofMerchant }, strict),
          response: { 200: Page(EntrySchema), ...errors },
        },
      },
      async request => {
        const { cursor, limit = defaultLimit } = request.query
        const [, paymentId = '', fact = ''] = /^(\w+) (.+)$/.exec(readCursor(cursor, position) ?? '') ?? []
        const after = paymentId === '' ? null : { paymentId, fact }
        const rows = await listEntries(db, { ...(await filterOf(request.query)), after, limit: limit + 1 })
        return pageOf(rows, limit, row => `${row.svcPaymentId} ${row.fact}`)
      },
    )

    app.get(
      '/ledger/balances',
      {
        schema: {
          tags,
          operationId: 'listLedgerBalances',
          summary: 'Get a merchant’s balances',
          description: 'The sums of all its ledger entries, by currency.',
          querystring: Type.Object(ofMerchant, strict),
          response: { 200: BalancesSchema, ...errors },
        },
      },
      async request => ({ data: await balancesOf(db, await filterOf(request.query)) }),
    )

    app.get(
      '/ledger/statement',
      {
        schema: {
          tags,
          operationId: 'getLedgerStatement',
          summary: 'Get a merchant’s statement',
          description:
            'Everything that was posted in a period of at most 92 days, and the balances before and after it.',
          querystring: Type.Object(
            {
              ...ofMerchant,
              from: Type.Optional(
                Type.String({ format: 'date-time', description: 'Default: 30 days before `to`' }),
              ),
              to: Type.Optional(
                Type.String({ format: 'date-time', description: 'Exclusive. Default: now.' }),
              ),
            },
            strict,
          ),
          response: { 200: StatementSchema, ...errors },
        },
      },
      async request => {
        const { merchantId, currency } = await filterOf(request.query)
        const to = timestampOf('to', request.query.to) ?? clock.now()
        const from = timestampOf('from', request.query.from) ?? new Date(to.getTime() - thirtyDaysMs)
        const lengthMs = to.getTime() - from.getTime()
        if (!isTimestamp(from) || lengthMs <= 0 || lengthMs > longestMs) {
          const message = 'must be before to, by at most 92 days'
          throw problems.invalidRequest('The query is not valid.', [{ path: 'from', message }])
        }
        const { isFinal, lines, totals } = await merchantStatement(db, { merchantId, from, to })
        const wanted = (one: { currency: string }) => currency === null || one.currency === currency
        return { from, to, isFinal, lines: lines.filter(wanted), totals: totals.filter(wanted) }
      },
    )
  }
}
