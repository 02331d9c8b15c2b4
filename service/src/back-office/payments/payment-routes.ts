import { Readable } from 'node:stream'
import { type Static, Type } from '@fastify/type-provider-typebox'
import type { Db } from '../../db/db.ts'
import {
  CurrencyFilter,
  InPath,
  MerchantFilter,
  OneOf,
  PaymentIdField,
  Switch,
  sample,
} from '../../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageOf, pageUpTo, readParts } from '../../http/paging.ts'
import type { App } from '../../http/routes.ts'
import { Line, problemResponses, Strict } from '../../http/schemas.ts'
import { TimeField, timestampOf } from '../../http/timestamps.ts'
import { idPattern } from '../../ids.ts'
import { ProcessorField } from '../../merchants/schemas.ts'
import { paymentStatuses } from '../../payments/payment.ts'
import { existing, problems } from '../../problems.ts'
import { OperatorPaymentSchema, PaymentWithTimelineSchema } from '../schemas.ts'
import { spellingsOf } from '../spellings.ts'
import {
  findAnyPayment,
  listAllPayments,
  listPaymentsToAnswer,
  othersOfOrder,
  withCharged,
} from './all-payments.sql.ts'
import { paymentColumns, paymentsCsv } from './payments-csv.ts'
import { type Timeline, timelineOf } from './timeline.sql.ts'

const Amount = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description }))
const ListQuery = Strict({
  ...PageQuery,
  merchantId: Type.Optional(MerchantFilter),
  status: Type.Optional(
    OneOf([...paymentStatuses, 'declined' as const, 'open' as const], {
      description:
        'Only payments with this status. `declined`: payments that need a new payment method because the last one was refused. `open`: payments that the customer can still complete, or that hold an amount.',
    }),
  ),
  refunded: Switch('Only payments that are refunded, in full or in part'),
  disputed: Switch('Only payments with a dispute, whatever its outcome; not inquiries'),
  needsResponse: Switch(
    'Only payments with a dispute or an inquiry that needs a response, earliest deadline first. `dispute` is that dispute or inquiry',
  ),
  refundedFrom: TimeField('With a refund that was posted at or after this time, even if it failed later'),
  refundedTo: TimeField('With a refund that was posted before this time'),
  disputedFrom: TimeField('With a dispute that was posted at or after this time, whatever its outcome'),
  disputedTo: TimeField('With a dispute that was posted before this time'),
  orderRef: Type.Optional(
    Line(500, {
      description: 'Only payments with this order reference, as given or in lower or upper case',
    }),
  ),
  method: Type.Optional(OneOf(['automatic', 'manual'], { description: 'How it is captured' })),
  processor: Type.Optional(ProcessorField('Only payments made with this processor')),
  currency: Type.Optional(CurrencyFilter),
  amountFrom: Amount('In the currency’s smallest unit, inclusive'),
  amountTo: Amount('In the currency’s smallest unit, inclusive'),
  createdFrom: TimeField('Created at or after'),
  createdTo: TimeField('Created before'),
  format: Type.Optional(
    OneOf(['json', 'csv'], {
      default: 'json',
      description: '`csv` includes all matching payments and accepts no `limit`',
    }),
  ),
})

/** Null if neither end is given. */
function postedIn(name: 'refunded' | 'disputed', from: string | undefined, to: string | undefined) {
  if (from === undefined && to === undefined) return null
  return { from: timestampOf(`${name}From`, from), to: timestampOf(`${name}To`, to) }
}

type PaymentQuery = Omit<Static<typeof ListQuery>, 'cursor' | 'limit' | 'format'>

/** For a file: few enough to read quickly and to keep in memory. */
const rowsAtATime = 1000

const csvExample = `${paymentColumns.join()}
${sample.svcPaymentId},succeeded,4999,usd,4999,0,50,0,0,order-1001,automatic,${sample.merchantId},pi_3Q0sandbox,2026-03-14T09:26:53.000Z,
`

const position = new RegExp(`^(?<merchantId>${idPattern('mer')}) (?<paymentId>${idPattern('svcpay')})$`)
const deadline = new RegExp(`^(?<dueBy>-|\\d{1,15}) (?<paymentId>${idPattern('svcpay')})$`)

export function operatorPaymentRoutes(app: App, { db }: { db: Db }): void {
  const readPage = async (query: PaymentQuery, cursor: string | undefined, limit = defaultLimit) => {
    const filter = {
      merchantId: query.merchantId ?? null,
      status: query.status ?? null,
      isRefunded: query.refunded ?? false,
      refunded: postedIn('refunded', query.refundedFrom, query.refundedTo),
      disputed:
        postedIn('disputed', query.disputedFrom, query.disputedTo) ??
        (query.disputed ? { from: null, to: null } : null),
      orderRefs: query.orderRef === undefined ? null : spellingsOf(query.orderRef),
      captureMethod: query.method ?? null,
      processor: query.processor ?? null,
      currency: query.currency?.toLowerCase() ?? null,
      amountFrom: query.amountFrom ?? null,
      amountTo: query.amountTo ?? null,
      createdFrom: timestampOf('createdFrom', query.createdFrom),
      createdTo: timestampOf('createdTo', query.createdTo),
      limit: limit + 1,
    }
    if (query.needsResponse) {
      const last = readParts<'dueBy' | 'paymentId'>(cursor, deadline)
      const afterDeadline = last && {
        ...last,
        dueBy: last.dueBy === '-' ? null : new Date(Number(last.dueBy)),
      }
      const rows = await listPaymentsToAnswer(db, { ...filter, afterDeadline })
      const deadlineOf = ({ dispute, svcPaymentId }: (typeof rows)[number]) =>
        `${dispute?.dueBy?.getTime() ?? '-'} ${svcPaymentId}`
      return pageOf(rows, limit, deadlineOf)
    }
    const after = readParts<'merchantId' | 'paymentId'>(cursor, position)
    const { payments, resumeAt } = await listAllPayments(db, { ...filter, after })
    if (resumeAt) return pageUpTo(payments, `${resumeAt.merchantId} ${resumeAt.paymentId}`)
    return pageOf(payments, limit, row => `${row.merchantId} ${row.svcPaymentId}`)
  }

  app.get('/payments', {
    operationId: 'listAllPayments',
    summary: 'List payments',
    description:
      'Payments of all merchants, newest first unless `needsResponse` is set. A page can hold fewer payments than `limit` and still have a `nextCursor`: filters by method, processor, currency and amount scan 10,000 payments per page, or 1,000 if combined with a status. `declined` scans 1,000 that need a payment method. With `format=csv`, the answer is a file with all matching payments, newest first; amounts are integers in the currency’s smallest unit.',
    querystring: ListQuery,
    response: {
      200: {
        description: 'One page of the list, or all of it as a file.',
        content: {
          'application/json': { schema: Page(OperatorPaymentSchema) },
          'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }), example: csvExample },
        },
      },
      ...problemResponses('not_found'),
    },
    handler: async (request, reply) => {
      const { cursor, limit, format, ...query } = request.query
      if (format !== 'csv') {
        const { data, nextCursor } = await readPage(query, cursor, limit)
        return { data: await withCharged(db, data), nextCursor }
      }
      if ((limit ?? cursor) !== undefined) {
        throw problems.invalidRequest('The query is not valid.', [
          { path: 'format', message: 'csv includes all payments: omit limit and cursor' },
        ])
      }
      const first = await readPage(query, undefined, rowsAtATime)
      const lines = paymentsCsv(first, async next => {
        // this may take minutes, and the token can be revoked in the meantime
        if (!(await request.isStillAllowed?.())) throw problems.unauthorized()
        return await readPage(query, next, rowsAtATime)
      })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="payments.csv"')
        .send(Readable.from(lines))
    },
  })

  app.get('/payments/:id', {
    operationId: 'getPaymentTimeline',
    summary: 'Retrieve a payment with its timeline',
    description:
      'Returns the payment with its history: operations, operators’ actions, events, deliveries with their attempts, ledger entries, refunds and disputes. Also lists the other payments of its order.',
    params: Type.Object({ id: InPath(PaymentIdField) }),
    response: { 200: PaymentWithTimelineSchema },
    handler: async request => {
      const payment = existing(await findAnyPayment(db, request.params.id), 'payment')
      const [timeline, ofSameOrder] = await Promise.all([
        timelineOf(db, payment.merchantId, payment.svcPaymentId),
        othersOfOrder(db, payment),
      ])
      const shown = request.operator?.role === 'portal' ? withoutNames(timeline) : timeline
      return { ...payment, ...shown, ofSameOrder }
    },
  })
}

/** Merchants see what the platform did, but not the names of its staff. */
function withoutNames(timeline: Timeline): Timeline {
  const nameless = { actor: 'platform', operatorId: null, note: null }
  const isOwn = ({ actor, operatorId }: Timeline['actions'][number]) =>
    actor === 'portal' && operatorId === null
  const actions = timeline.actions.map(action => (isOwn(action) ? action : { ...action, ...nameless }))
  return { ...timeline, actions }
}
