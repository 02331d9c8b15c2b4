import { Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { InPath, MerchantFilter, Switch } from '../http/fields.ts'
import { Page, PageQuery, readPage } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { Body, Line, problemResponses, Strict } from '../http/schemas.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { recordAction } from '../operators/audit-log.sql.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { existing, problems } from '../problems.ts'
import { explain, findDifference, listDifferences } from './differences.sql.ts'
import { DifferenceIdField, DifferenceSchema } from './schemas.ts'

export function differenceRoutes(app: App, { db, clock }: { db: Db; clock: Clock }): void {
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
