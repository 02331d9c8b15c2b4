import type { Command } from 'commander'
import { formatMoney } from '../../money.ts'
import type { Stats } from '../answers.ts'
import type { Context } from '../context.ts'
import { showCommand } from '../operator-command.ts'
import { fields, table, time } from '../output.ts'

export function statsCommand(context: Context): Command {
  return showCommand(context, 'stats', 'summarize a period: volume, success rate, fees and callbacks', {
    call: 'GET /stats',
    describe,
  })
}

function describe({ from, to, volume, payments, deliveries, deliveriesPerDay }: Stats): string {
  const { created, succeeded, failed, canceled, successRate } = payments
  const { pending, dead, oldestPendingAt } = deliveries
  const since = oldestPendingAt ? ` (oldest: ${time(oldestPendingAt)})` : ''
  const facts = fields({
    period: `${time(from)} to ${time(to)}`,
    payments: `${created} created: ${succeeded} succeeded, ${failed} failed, ${canceled} canceled`,
    success: successRate === null ? null : `${(100 * successRate).toFixed(1)}%`,
    'callbacks now': `${pending} pending${since}, ${dead} dead`,
  })
  const money = [...volume, ...totalsOf(volume)].map(v => [
    v.day,
    v.currency,
    v.payments,
    formatMoney(v.capturedCents, v.currency),
    formatMoney(v.refundedCents, v.currency),
    formatMoney(v.feeCents, v.currency),
  ])
  const callbacks = deliveriesPerDay.map(d => [d.day, d.delivered, d.pending, d.dead])
  return [
    facts,
    money.length === 0
      ? 'Nothing was captured or refunded in this period.'
      : table(['VOLUME', 'CURRENCY', 'PAYMENTS', 'CAPTURED', 'REFUNDED', 'FEES'], money),
    callbacks.length === 0
      ? 'No callbacks were queued in this period.'
      : table(['CALLBACKS QUEUED', 'DELIVERED', 'PENDING', 'DEAD'], callbacks),
  ].join('\n\n')
}

function totalsOf(volume: Stats['volume']): Stats['volume'] {
  return [...new Set(volume.map(v => v.currency))].map(currency => {
    const total = { day: 'total', currency, payments: 0, capturedCents: 0, refundedCents: 0, feeCents: 0 }
    for (const day of volume.filter(v => v.currency === currency)) {
      total.payments += day.payments
      total.capturedCents += day.capturedCents
      total.refundedCents += day.refundedCents
      total.feeCents += day.feeCents
    }
    return total
  })
}
