import type { Command } from 'commander'
import type { Stats } from '../answers.ts'
import type { Context } from '../context.ts'
import { createOperatorClient } from '../operator-client.ts'
import { operatorCommand, query } from '../operator-command.ts'
import { fields, table } from '../output.ts'
import { parseTimestamp } from '../timestamp.ts'

export function statsCommand(context: Context): Command {
  return operatorCommand('stats', 'sum up a period: volume, success, fees and callbacks')
    .option('--from <date>', 'first day or time (default: 30 days before the end)', parseTimestamp)
    .option('--to <date>', 'end, exclusive (default: now)', parseTimestamp)
    .action(
      async ({
        json,
        url,
        token,
        from,
        to,
      }: {
        json?: boolean
        url?: string
        token?: string
        from?: Date
        to?: Date
      }) => {
        const path = `/stats${query({ from: from?.toISOString(), to: to?.toISOString() })}`
        const stats = await createOperatorClient(context, { url, token }).call<Stats>('GET', path)
        context.print(json ? JSON.stringify(stats, null, 2) : describe(stats))
      },
    )
}

function describe({ from, to, volume, payments, deliveries, deliveriesPerDay }: Stats): string {
  const { created, succeeded, failed, canceled, successRate } = payments
  const { pending, dead, oldestPendingAt } = deliveries
  const since = oldestPendingAt ? ` (the oldest since ${oldestPendingAt})` : ''
  const facts = fields([
    ['period', `${from} to ${to}`],
    ['payments', `${created} created: ${succeeded} succeeded, ${failed} failed, ${canceled} canceled`],
    ['success', successRate === null ? null : `${(100 * successRate).toFixed(1)} %`],
    ['callbacks now', `${pending} pending${since}, ${dead} dead`],
  ])
  const money = [...volume, ...totalsOf(volume)].map(v => [
    v.day,
    v.currency,
    v.payments,
    v.capturedCents,
    v.refundedCents,
    v.feeCents,
  ])
  const callbacks = deliveriesPerDay.map(d => [d.day, d.delivered, d.pending, d.dead])
  return [
    facts,
    table(['VOLUME', 'CURRENCY', 'PAYMENTS', 'CAPTURED CENTS', 'REFUNDED CENTS', 'FEE CENTS'], money),
    table(['CALLBACKS', 'DELIVERED', 'PENDING', 'DEAD'], callbacks),
  ].join('\n\n')
}

type Volume = Omit<Stats['volume'][number], 'day'>

function totalsOf(volume: Volume[]) {
  const currencies = [...new Set(volume.map(v => v.currency))]
  return currencies.map(currency => {
    const sum = (part: (v: Volume) => number) =>
      volume.filter(v => v.currency === currency).reduce((total, v) => total + part(v), 0)
    return {
      day: 'total',
      currency,
      payments: sum(v => v.payments),
      capturedCents: sum(v => v.capturedCents),
      refundedCents: sum(v => v.refundedCents),
      feeCents: sum(v => v.feeCents),
    }
  })
}
