import { cpuMsOfFamily } from './processes.js'
import { median, percentileCurve, spread, summary } from './statistics.js'

/**
 * Measures the sides alternately, so that other load on the machine affects all of them equally. A side has a name,
 * processes, a database, and `run`, which returns how many operations it did and how long they took. Its `prepare`, if
 * it has one, is not measured.
 */
export async function inRounds(bench, sides) {
  const { rounds } = bench.options
  const measured = new Map(sides.map(({ name }) => [name, []]))
  for (const side of sides) {
    bench.report(`${side.name}, warm-up`)
    await warmUp(side)
  }
  for (let round = 1; round <= rounds; round++) {
    for (const side of round % 2 ? sides : sides.toReversed()) {
      bench.report(`${side.name}, round ${round} of ${rounds}`)
      measured.get(side.name).push(await measure(bench, side))
    }
  }
  return Object.fromEntries([...measured].map(([name, results]) => [name, combine(results)]))
}

const minWarmUps = 2
const maxWarmUps = 4
const hardlyFaster = 1.1

/** Runs until it stops getting faster: by then, functions are compiled and statement plans are cached. */
export async function warmUp(side) {
  let best = 0
  for (let turn = 1; turn <= maxWarmUps; turn++) {
    const { operations, elapsedMs } = await side.run(await side.prepare?.())
    const rate = operations / elapsedMs
    if (turn > minWarmUps && rate < best * hardlyFaster) return
    best = Math.max(best, rate)
  }
}

async function measure(bench, side) {
  const { server, windows, heaps } = bench
  const given = await side.prepare?.()
  await side.allocations?.('begin')
  const before = await reading(server, side)
  const began = process.hrtime.bigint()
  const { operations, elapsedMs, latencies = [], failures = {} } = await side.run(given)
  const after = await reading(server, side)
  if (side.isProfiled) windows.push([Number(began / 1000n), Number(process.hrtime.bigint() / 1000n)])
  const allocated = await side.allocations?.('end')
  if (allocated && side.isProfiled) heaps.push({ ...allocated, operations })
  const failed = countFailures(side, failures, operations)
  const each = name => (after[name] - before[name]) / operations
  return {
    operations,
    failed,
    elapsedMs,
    latencies,
    rate: (operations * 1000) / elapsedMs,
    msEach: elapsedMs / operations,
    cpuMs: each('cpuMs'),
    postgresMs: each('postgresMs'),
    commits: each('commits'),
    statements: each('statements'),
    walBytes: each('walBytes'),
    allocatedKb: (allocated?.bytes ?? Number.NaN) / 1024 / operations,
  }
}

const maxFailedShare = 0.5

/** On a busy machine, a service refuses some requests. They do not count as done, and are shown. */
function countFailures({ name }, failures, operations) {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  if (failed > (operations + failed) * maxFailedShare) {
    const counts = Object.entries(failures).map(([status, count]) => `${count} × ${status}`)
    throw new Error(`${name}: of ${operations + failed} requests ${counts.join(', ')}`)
  }
  return failed
}

async function reading(server, { pids, databaseUrl }) {
  const counters = await server.counters(databaseUrl)
  const cpuMs = pids.reduce((sum, pid) => sum + cpuMsOfFamily(pid), 0)
  return { ...counters, cpuMs, postgresMs: cpuMsOfFamily(server.pid) }
}

const perOperation = ['cpuMs', 'postgresMs', 'commits', 'statements', 'walBytes', 'allocatedKb']

function combine(results) {
  const of = name => results.map(result => result[name])
  const latencies = results.flatMap(result => [...result.latencies])
  return {
    operations: of('operations').reduce((sum, count) => sum + count, 0),
    failed: of('failed').reduce((sum, count) => sum + count, 0),
    rounds: results.length,
    rate: median(of('rate')),
    rateSpread: spread(of('rate')),
    ...Object.fromEntries(perOperation.map(name => [name, median(of(name))])),
    byRound: results.map(({ latencies: _, ...result }) => result),
    ...(latencies.length > 0 ? { latency: summary(latencies), curve: percentileCurve(latencies) } : {}),
  }
}

/** One side relative to another, round by round, so that a slow spell of the machine cancels out. */
export function ratio(side, floor, name) {
  const ratios = side.byRound.map((round, i) => round[name] / floor.byRound[i][name])
  return {
    value: median(ratios),
    spread: spread(ratios),
    of: median(side.byRound.map(r => r[name])),
    to: median(floor.byRound.map(r => r[name])),
  }
}
