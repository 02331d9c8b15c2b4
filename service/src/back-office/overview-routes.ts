import { setTimeout as pause } from 'node:timers/promises'
import { Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { Routes } from '../http/routes.ts'
import { Line, problemResponses, strict } from '../http/schemas.ts'
import { isTimestamp, timestampOf } from '../http/timestamps.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { problems } from '../problems.ts'
import { keepFigures } from './keep-figures.ts'
import { type OverviewDeps, overviewOf } from './overview.ts'
import { OverviewSchema } from './overview-schemas.ts'

const dayMs = 86_400_000
const quarterMs = 15 * 60_000
const longestDays = 370
const hourlyDays = 3
/** Whoever looks right after a payment wants to see it; nobody waits long for it. */
const freshenMs = 40

export function overviewRoutes(deps: OverviewDeps & { clock: Clock }): Routes {
  const { db, clock } = deps
  let freshening: Promise<unknown> | null = null

  const freshen = async () => {
    freshening ??= keepFigures(deps)
      .catch(() => {}) // older figures are better than none
      .finally(() => {
        freshening = null
      })
    await Promise.race([freshening, pause(freshenMs, undefined, { ref: false })])
  }

  return app => {
    app.get(
      '/overview',
      {
        schema: {
          tags: ['Overview'],
          operationId: 'getOverview',
          summary: 'Get the overview',
          description:
            'What the console’s first page shows: figures for a period of at most 370 days by currency, decline reasons, the health of callbacks, and what needs attention now. Figures are at most a few seconds old.',
          querystring: Type.Object(
            {
              from: Type.Optional(
                Type.String({ format: 'date-time', description: 'Default: 30 days before `to`' }),
              ),
              to: Type.Optional(
                Type.String({ format: 'date-time', description: 'Exclusive. Default: now.' }),
              ),
              merchantId: Type.Optional(Line(64, { description: 'Default: all merchants together' })),
            },
            strict,
          ),
          response: { 200: OverviewSchema, ...problemResponses('invalid_request', 'not_found') },
        },
      },
      async request => {
        const { merchantId = null } = request.query
        const now = clock.now()
        const to = timestampOf('to', request.query.to) ?? now
        const from = onTheQuarter(
          timestampOf('from', request.query.from) ?? new Date(to.getTime() - 30 * dayMs),
        )
        const days = (to.getTime() - from.getTime()) / dayMs
        if (!isTimestamp(from) || days <= 0 || days > longestDays) {
          const message = `must be before to, by at most ${longestDays} days`
          throw problems.invalidRequest('The query is not valid.', [{ path: 'from', message }])
        }
        if (merchantId !== null && !(await findMerchant(db, merchantId))) throw problems.notFound('merchant')
        await freshen()
        const bucket = days <= hourlyDays ? 'hour' : 'day'
        return await overviewOf(deps, { from, to, bucket, merchantId: merchantId ?? '' }, { merchantId, now })
      },
    )
  }
}

function onTheQuarter(time: Date): Date {
  return new Date(Math.floor(time.getTime() / quarterMs) * quarterMs)
}
