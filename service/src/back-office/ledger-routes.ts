import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import { Line, Nullable, problemResponses, strict, Timestamp } from '../http/schemas.ts'
import { isTimestamp, timestampOf } from '../http/timestamps.ts'
import { merchantStatement } from '../ledger/statement.sql.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { problems } from '../problems.ts'
import { balancesOf, listEntries } from './ledger.sql.ts'

const tags = ['Operators’ view']
const Cents = Type.Integer()
const accounts = {
  currency: Type.String({ examples: ['usd'] }),
  customerCents: Cents,
  merchantCents: Cents,
  platformFeesCents: Cents,
  disputeHoldCents: Cents,
}
const EntrySchema = Type.Object({
  svcPaymentId: Type.String(),
  fact: Type.String(),
  kind: Type.String(),
  source: Type.String({ description: 'The operation or event that brought it' }),
  ...accounts,
  postedAt: Timestamp('When it was posted'),
})
const StatementSchema = Type.Object({
  from: Timestamp('Start of the period'),
  to: Timestamp('Its end, exclusive'),
  isFinal: Type.Boolean({ description: 'The period is over: nothing will be added to it' }),
  lines: Type.Array(
    Type.Object({
      postedAt: Timestamp('When it was posted'),
      kind: Type.String(),
      paymentId: Type.String(),
      orderRef: Nullable(Type.String()),
      currency: Type.String(),
      grossCents: Type.Integer({ description: 'What the customer paid; negative when money went back' }),
      feeCents: Cents,
      netCents: Cents,
    }),
  ),
  totals: Type.Array(
    Type.Object({ currency: Type.String(), openingCents: Cents, netCents: Cents, closingCents: Cents }),
  ),
})

const ofMerchant = {
  merchantId: Line(64),
  currency: Type.Optional(Type.String({ format: 'currency' })),
}
const errors = problemResponses('invalid_request', 'not_found')
const thirtyDaysMs = 30 * 86_400_000
const longestMs = 92 * 86_400_000

export function ledgerRoutes({ db, clock }: { db: Db; clock: Clock }): FastifyPluginAsyncTypebox {
  const filterOf = async (query: { merchantId: string; currency?: string }) => {
    const merchant = await findMerchant(db, query.merchantId)
    if (!merchant) throw problems.notFound('merchant')
    return { merchantId: merchant.merchantId, currency: query.currency?.toLowerCase() ?? null }
  }

  return async app => {
    app.get(
      '/ledger/entries',
      {
        schema: {
          tags,
          operationId: 'listLedgerEntries',
          summary: 'List a merchant’s ledger entries, newest first',
          querystring: Type.Object({ ...PageQuery, ...ofMerchant }, strict),
          response: { 200: Page(EntrySchema), ...errors },
        },
      },
      async request => {
        const { cursor, limit = defaultLimit } = request.query
        const [, paymentId = '', fact = ''] =
          /^(\w+) (.+)$/.exec(readCursor(cursor, /^svcpay_[0-9a-z]{26} .{1,200}$/) ?? '') ?? []
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
          summary: 'A merchant’s balances by currency',
          querystring: Type.Object(ofMerchant, strict),
          response: { 200: Type.Object({ data: Type.Array(Type.Object(accounts)) }), ...errors },
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
          summary: 'A merchant’s movements in a period, and its balances before and after',
          description: 'At most 92 days at once.',
          querystring: Type.Object(
            {
              ...ofMerchant,
              from: Type.Optional(
                Type.String({ format: 'date-time', description: 'Default: 30 days before to' }),
              ),
              to: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive; default: now' })),
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
