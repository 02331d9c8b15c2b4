import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../../http/paging.ts'
import type { App } from '../../http/routes.ts'
import { Strict } from '../../http/schemas.ts'
import { idPattern } from '../../ids.ts'
import { listFailing } from './failing.sql.ts'
import { type Failing, FailingSchema } from './overview-schemas.ts'

const position = new RegExp(`^(?<count>\\d{1,9}|-) (?<merchantId>${idPattern('mer')}) (?<problem>[a-z]+)$`)

export function failingRoutes(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get('/failing', {
    tags: ['Overview'],
    operationId: 'listFailing',
    summary: 'List merchants with failures',
    description: 'Lists accounts first, then the rest by how many payments or callbacks are affected.',
    querystring: Strict(PageQuery),
    response: { 200: Page(FailingSchema) },
    handler: async request => {
      const { cursor, limit = defaultLimit } = request.query
      const rows = await listFailing(db, clock.now(), { after: positionIn(cursor), limit: limit + 1 })
      return pageOf(
        rows,
        limit,
        ({ count, merchantId, problem }) => `${count ?? '-'} ${merchantId} ${problem}`,
      )
    },
  })
}

function positionIn(cursor: string | undefined): Pick<Failing, 'count' | 'merchantId' | 'problem'> | null {
  const {
    count,
    merchantId = '',
    problem = '',
  } = position.exec(readCursor(cursor, position) ?? '')?.groups ?? {}
  return count === undefined ? null : { count: count === '-' ? null : Number(count), merchantId, problem }
}
