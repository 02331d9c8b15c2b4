import { Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { InPath, MerchantFilter, Switch, Text } from '../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor, readPage } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { Body, Line, problemResponses, Strict } from '../http/schemas.ts'
import { TimeField, timestampOf } from '../http/timestamps.ts'
import { findMerchant, merchantById } from '../merchants/merchants.sql.ts'
import { recordAction } from '../operators/audit-log.sql.ts'
import { actorOf, requireRole } from '../operators/operator-auth.ts'
import { neededInBodies } from '../operators/roles.ts'
import { existing, problems } from '../problems.ts'
import { differencesOf, explain, findDifference, listDifferences } from './differences.sql.ts'
import { findRun, listRuns, startRun, totalsOf } from './runs.sql.ts'
import {
  DifferenceIdField,
  DifferenceSchema,
  ReconciliationDetailSchema,
  ReconciliationSchema,
} from './schemas.ts'

const dayMs = 86_400_000

export function reconciliationRoutes(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  const periodOf = (body: { from?: string; to?: string }) => {
    const now = clock.now()
    const yesterday = new Date(Math.floor(now.getTime() / dayMs - 1) * dayMs)
    const fromAt = timestampOf('from', body.from) ?? yesterday
    const toAt = timestampOf('to', body.to) ?? now
    if (fromAt >= toAt || toAt > now) {
      const message = 'must be before to, and to not after now'
      throw problems.invalidRequest('The request is not valid.', [{ path: 'from', message }])
    }
    return { fromAt, toAt }
  }

  app.get('/reconciliations', {
    operationId: 'listReconciliations',
    summary: 'List comparisons with the processor',
    description: 'Newest first.',
    querystring: Strict(PageQuery),
    response: { 200: Page(ReconciliationSchema) },
    handler: ({ query }) => readPage(query, 'reconciliationId', slice => listRuns(db, slice)),
  })

  app.post('/reconciliations', {
    operationId: 'startReconciliation',
    summary: 'Compare the books with the processor',
    description:
      'Compares all payments created and all money moved in a period, in both directions, and checks every unexplained difference again, whatever its period. The comparison runs in the background, after all other calls to the processor, and resumes after an interruption. If the same comparison is already running, returns that one. Nothing is ever written to the processor.',
    body: Body(
      'NewReconciliation',
      'What to compare.',
      {
        from: TimeField('Default: the start of yesterday, in UTC'),
        to: TimeField(
          'Exclusive. Default: two minutes ago, because the processor may list new payments late.',
        ),
        merchantId: Type.Optional(MerchantFilter),
        fix: Switch('Update the ledger to match the processor; admins only'),
      },
      { from: '2026-03-13T00:00:00Z', to: '2026-03-14T00:00:00Z', fix: false },
    ),
    response: { 201: ReconciliationSchema, ...problemResponses('not_found') },
    handler: async (request, reply) => {
      const { merchantId: asked, to, fix = false } = request.body
      if (fix) requireRole(request, neededInBodies.fixDifferences)
      const { fromAt, toAt } = periodOf(request.body)
      const merchantId = asked ? (await merchantById(db, asked)).merchantId : null
      const run = await db.begin(async tx => {
        const wanted = { fromAt, toAt, merchantId, fix, isOpenEnded: to === undefined }
        const target = await startRun(tx, wanted)
        const started = existing(await findRun(tx, target), 'reconciliation')
        const { from, comparedUntil } = started
        const detail = { from: from.toISOString(), to: comparedUntil.toISOString(), fix }
        const entry = { action: 'reconciliation.start', target, merchantId, detail }
        await recordAction(tx, clock.now(), actorOf(request), entry)
        return started
      })
      return reply.code(201).send(run)
    },
  })

  app.get('/reconciliations/:reconciliationId', {
    operationId: 'getReconciliation',
    summary: 'Get a comparison and its findings',
    description:
      'Returns its progress, its scope, the sums of both sides, and a page of the differences in the order in which they were found.',
    params: Type.Object({
      reconciliationId: InPath(Text('The comparison’s id', 'rec_01jd3k5v8xemw9g6t2q4r7y0zb')),
    }),
    querystring: Strict(PageQuery),
    response: { 200: ReconciliationDetailSchema },
    handler: async request => {
      const { reconciliationId } = request.params
      const { cursor, limit = defaultLimit } = request.query
      const after = readCursor(cursor, /^\d{1,15}$/)
      const run = existing(await findRun(db, reconciliationId), 'reconciliation')
      const totals = await totalsOf(db, reconciliationId)
      const found = await differencesOf(db, reconciliationId, Number(after), limit + 1)
      const page = pageOf(found, limit, ({ sequence }) => String(sequence))
      return { ...run, totals, ...page }
    },
  })

  app.get('/differences', {
    operationId: 'listDifferences',
    summary: 'List differences from the processor',
    description: 'Unexplained differences, or with `explained` the explained ones. Newest first.',
    querystring: Strict({
      merchantId: Type.Optional(MerchantFilter),
      explained: Switch('List explained differences instead'),
      ...PageQuery,
    }),
    response: { 200: Page(DifferenceSchema) },
    handler: ({ query: { merchantId = null, explained = false, ...page } }) => {
      const filter = { merchantId, isExplained: explained }
      return readPage(page, 'differenceId', slice => listDifferences(db, { ...filter, ...slice }))
    },
  })

  app.post('/differences/:differenceId/explain', {
    operationId: 'explainDifference',
    summary: 'Explain a difference',
    description:
      'Records in a note why the books and the processor disagree. The difference no longer counts, unless a later comparison finds different amounts.',
    params: Type.Object({ differenceId: InPath(DifferenceIdField) }),
    body: Body(
      'Explanation',
      'Why the two disagree.',
      { note: Line(500, { minLength: 1, description: 'What happened, for later readers' }) },
      { note: 'Refunded in the dashboard of the account that the merchant closed.' },
    ),
    response: { 200: DifferenceSchema, ...problemResponses('not_found', 'invalid_state') },
    handler: async request => {
      const { differenceId } = request.params
      const { note } = request.body
      return await db.begin(async tx => {
        const found = existing(await findDifference(tx, differenceId), 'difference')
        const { explainedBy, kind, what, svcPaymentId } = found
        if (explainedBy === 'event' || explainedBy === 'fix') {
          throw problems.invalidState('The difference is gone, so there is nothing to explain.')
        }
        const actor = actorOf(request)
        const explained = await explain(tx, differenceId, { note, explainer: actor.name })
        // the audit log cannot name a merchant that only the processor remembers
        const merchantId = (await findMerchant(db, found.merchantId))?.merchantId ?? null
        const detail = { note, kind, what, ...(svcPaymentId ? { svcPaymentId } : {}) }
        const entry = { action: 'difference.explain', target: differenceId, merchantId, detail }
        await recordAction(tx, clock.now(), actor, entry)
        return existing(explained, 'difference')
      })
    },
  })
}
