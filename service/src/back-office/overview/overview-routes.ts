import type { Clock } from '../../clock.ts'
import type { App } from '../../http/routes.ts'
import { problemResponses } from '../../http/schemas.ts'
import { periodOf } from '../../http/timestamps.ts'
import { merchantById } from '../../merchants/merchants.sql.ts'
import { askOnce } from '../../patience.ts'
import { longestDaysOfProcessor } from '../figures/counted-rows.sql.ts'
import { quarterMs } from '../figures/due-quarters.sql.ts'
import { figuresUpToDate, keepFigures } from '../figures/keep-figures.ts'
import { statsOf } from '../figures/stats.ts'
import { StatsSchema } from '../schemas.ts'
import { type OverviewDeps, overviewOf } from './overview.ts'
import { FiguresQuery, OverviewSchema } from './overview-schemas.ts'

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
    tags: ['Overview'],
    operationId: 'getOverview',
    summary: 'Get the overview',
    description:
      'Returns what the console’s first page shows: figures by currency for a period of at most 370 days, decline reasons, the health of callbacks, and what needs attention now. Figures are at most 20 seconds old. `attention` always covers all processors.',
    querystring: FiguresQuery,
    response: { 200: OverviewSchema, ...problemResponses('not_found') },
    handler: async request => {
      const { merchantId = null, processor = null } = request.query
      const now = clock.now()
      const { from, to, days } = periodOf(request.query, now, {
        longestDays: processor === null ? longestDays : longestDaysOfProcessor,
        roundFrom: onTheQuarter,
      })
      if (merchantId !== null) await merchantById(db, merchantId)
      const bucket = days <= hourlyDays ? 'hour' : 'day'
      const overview = await overviewOf(
        deps,
        { from, to, bucket, merchantId, processor },
        { merchantId, now },
        freshen(),
      )
      if (request.operator?.role !== 'portal') return overview
      // these concern only the platform
      return {
        ...overview,
        attention: {
          ...overview.attention,
          lastLedgerCheck: null,
          refusedWebhooks: [],
          suspendedMerchants: [],
        },
      }
    },
  })

  app.get('/stats', {
    tags: ['Overview'],
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

function onTheQuarter(time: Date): Date {
  return new Date(Math.floor(time.getTime() / quarterMs) * quarterMs)
}
