import { growthPlot, latencyPlot } from './svg.js'
import { number } from './table.js'

/** The plots that these results allow, by file name. */
export function plotsOf(results) {
  const byId = new Map(results.filter(({ error }) => !error).map(result => [result.id, result]))
  return {
    ...added(byId.get('B2')),
    ...growth(byId.get('B6')),
    ...wakeUp(byId.get('B9')),
    ...closed(byId.get('B1'), 'create', 'Create a payment, 32 clients'),
    ...closed(byId.get('B3'), 'retrieve', 'Retrieve a payment, 64 clients'),
    ...closed(byId.get('B4'), 'webhook', 'Webhook to ledger, 32 clients'),
  }
}

const seriesOf = sides => Object.entries(sides).map(([name, { curve }]) => ({ name, curve }))

function closed(result, name, title) {
  return result ? { [`latency-${name}.svg`]: latencyPlot(title, seriesOf(result.sides)) } : {}
}

function added(result) {
  if (!result) return {}
  const title = 'Latency added to a processor that takes 300 ms, 100 payments/s'
  return { 'latency.svg': latencyPlot(title, seriesOf(result.sides)) }
}

function wakeUp(result) {
  if (!result) return {}
  const title = 'From the commit of an event to the first byte of its callback'
  return { 'latency-wake-up.svg': latencyPlot(title, seriesOf(result.sides)) }
}

function growth(result) {
  if (!result) return {}
  const { figures, payments } = result
  const groups = Object.entries(figures).map(([name, { of, to }]) => ({ name, values: [to, of] }))
  const names = ['empty', `${number(payments, 9)} payments`]
  return { 'growth.svg': growthPlot('Time per operation as the database grows', ' ms', names, groups) }
}
