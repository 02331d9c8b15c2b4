import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { defaultLimit, Page, PageQuery, pageOf, readParts } from '../../http/paging.ts'
import type { App } from '../../http/routes.ts'
import { problemResponses, Strict } from '../../http/schemas.ts'
import { periodOf } from '../../http/timestamps.ts'
import { idPattern } from '../../ids.ts'
import { merchantById } from '../../merchants/merchants.sql.ts'
import { askOnce } from '../../patience.ts'
import { longestDaysOfProcessor } from '../figures/counted-rows.sql.ts'
import { quarterMs } from '../figures/due-quarters.sql.ts'
import { figuresUpToDate, keepFigures } from '../figures/keep-figures.ts'
import { statsOf } from '../figures/stats.ts'
import { StatsSchema } from '../schemas.ts'
import { listFailing } from './failing.sql.ts'
import { type OverviewDeps, overviewOf } from './overview.ts'
import { type Failing, FailingSchema, FiguresQuery, OverviewSchema } from './overview-schemas.ts'

const position = new RegExp(`^(?<count>\\d{1,9}|-) (?<merchantId>${idPattern('mer')}) (?<problem>[a-z]+)$`)

/** Hidden from portals. */
const hidden = { lastLedgerCheck: null, refusedWebhooks: [], suspendedMerchants: [], disabledMerchants: [] }

const longestDays = 370
const hourlyDays = 3
/** A page opened right after a payment should show it, but must not wait long for it. */
const freshenMs = 40

export function overviewRoutes(app: App, deps: OverviewDeps & { clock: Clock }): void {
  const { db, clock } = deps
  // older figures are better than none
  const freshen = askOnce(() => keepFigures(deps), freshenMs)
  const catchUp = figuresUpToDate(deps)

  app.get('/overview', {
    operationId: 'getOverview',
    summary: 'Get the overview',
    description:
      'Returns the data on the console’s first page: figures by currency for a period of at most 370 days, decline reasons, the health of callbacks, and what needs attention now. Figures are at most 20 seconds old. `attention` always covers all processors.',
    querystring: FiguresQuery,
    response: { 200: OverviewSchema, ...problemResponses('not_found') },
    handler: async request => {
      const { merchantId = null, processor = null } = request.query
      const now = clock.now()
      const { from, to, days } = periodOf(request.query, now, {
        longestDays: processor === null ? longestDays : longestDaysOfProcessor,
        roundFrom: from => new Date(Math.floor(from.getTime() / quarterMs) * quarterMs),
      })
      if (merchantId !== null) await merchantById(db, merchantId)
      const bucket = days <= hourlyDays ? 'hour' : 'day'
      const period = { from, to, bucket, merchantId, processor } as const
      const overview = await overviewOf(deps, period, now, freshen())
      if (request.operator?.role !== 'portal') return overview
      return { ...overview, attention: { ...overview.attention, ...hidden } }
    },
  })

  app.get('/stats', {
    operationId: 'getStats',
    summary: 'Get figures for a period',
    description: 'Volume, success rate, fees and the state of deliveries.',
    querystring: FiguresQuery,
    response: { 200: StatsSchema, ...problemResponses('not_found') },
    handler: async request => {
      const { merchantId = null, processor = null } = request.query
      const limits = processor === null ? {} : { longestDays: longestDaysOfProcessor }
      const { from, to } = periodOf(request.query, clock.now(), limits)
      // an empty merchant id would match the totals of all merchants
      const areFiguresUpToDate = processor === null && merchantId !== '' && (await catchUp())
      return statsOf(db, { from, to, merchantId, processor }, areFiguresUpToDate)
    },
  })
}

export function failingRoutes(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get('/failing', {
    operationId: 'listFailing',
    summary: 'List merchants with failures',
    description:
      'Lists accounts first, then endpoints by their waiting callbacks, then merchants by their declined payments.',
    querystring: Strict(PageQuery),
    response: { 200: Page(FailingSchema) },
    handler: async request => {
      const { cursor, limit = defaultLimit } = request.query
      const last = readParts<'count' | 'merchantId' | 'problem'>(cursor, position)
      const after = last && { ...last, count: last.count === '-' ? null : Number(last.count) }
      const rows = await listFailing(db, clock.now(), { after, limit: limit + 1 })
      const positionOf = (row: Failing) => `${row.count ?? '-'} ${row.merchantId} ${row.problem}`
      return pageOf(rows, limit, positionOf)
    },
  })
}
