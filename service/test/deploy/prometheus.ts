import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { folderForThisTest } from '../support/cli.ts'
import { operatorToken } from '../support/service.ts'

export const alertsFile = fileURLToPath(new URL('../../../deploy/observability/alerts.yaml', import.meta.url))

/** The metrics that Prometheus would get from an instance; without samples if it did not answer. */
export interface Scrape {
  at: number
  samples: Map<string, number>
  counters: Set<string>
}

/** For a healthy database. On a busy machine, it may need longer than the second that a scrape allows. */
export async function scrape(url: string): Promise<Scrape> {
  return await waitFor(async () => {
    const found = await scrapeOnce(url)
    expect(found.samples.get('svcpay_scrape_database_ok')).not.toBe(0)
    return found
  })
}

export async function scrapeOnce(url: string): Promise<Scrape> {
  const headers = { authorization: `Bearer ${operatorToken}` }
  const text = await fetch(`${url}/metrics`, { headers }).then(
    answer => answer.text(),
    () => '',
  )
  const samples = [...text.matchAll(/^(svcpay_\S+(?: [^{}]*\}|.*\})?) (\S+)$/gm)]
  return {
    at: Date.now() / 1000,
    samples: new Map(samples.map(([, series = '', value]) => [series, Number(value)])),
    counters: new Set([...text.matchAll(/^# TYPE (\S+) counter$/gm)].map(([, name = '']) => name)),
  }
}

/** An instance before and after a fault; null while it is not a target of Prometheus. */
export interface Observed {
  before: Scrape | null
  after: Scrape | null
}

/** How long everything worked before the fault. */
const wellMinutes = 30

/** The metrics that the rules read. All others would only slow down `promtool`. */
const isRead = new Set(readFileSync(alertsFile, 'utf8').match(/\bsvcpay_\w+/g))

/**
 * Runs the rules over hours of such scrapes, as Prometheus would. Counters keep growing as they did between the two
 * scrapes, as if those were a minute apart. Jobs that did not fail keep succeeding, as rarely as their period allows.
 */
export function expectAlerts(
  observed: Observed[],
  expected: { before?: string[]; after: string[] },
  brokenMinutes = 40,
): void {
  const series = observed.flatMap((instance, index) => seriesOf(instance, `api-${index + 1}`, brokenMinutes))
  const firingAt = (minutes: number, names: string[]) => ({
    expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${minutes}m`,
    exp_samples: names.map(name => ({ labels: `{alertname="${name}"}`, value: 1 })),
  })
  const file = join(folderForThisTest(), 'alerts.json')
  const promql_expr_test = [
    firingAt(wellMinutes - 1, expected.before ?? []),
    firingAt(wellMinutes + brokenMinutes, expected.after),
  ]
  const tests = [{ interval: '1m', input_series: series, promql_expr_test }]
  writeFileSync(file, JSON.stringify({ rule_files: [alertsFile], evaluation_interval: '1m', tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
}

function seriesOf({ before, after }: Observed, instance: string, brokenMinutes: number) {
  const labels = `job="svcpay",instance="${instance}"`
  const all = [...(before?.samples.keys() ?? []), ...(after?.samples.keys() ?? [])]
  const names = new Set(all.filter(name => isRead.has(metricOf(name))))
  const sampled = (valueAt: (scrape: Scrape, minute: number) => number | undefined) =>
    Array.from({ length: wellMinutes + brokenMinutes + 1 }, (_, minute) => {
      const scrape = minute < wellMinutes ? before : after
      return (scrape && valueAt(scrape, minute)) ?? '_'
    }).join(' ')
  return [
    { series: `up{${labels}}`, values: sampled(({ samples }) => Number(samples.size > 0)) },
    ...[...names].map(name => ({
      series: name.includes('{') ? name.replace(/\}$/, `,${labels}}`) : `${name}{${labels}}`,
      values: sampled(valuesOf(name, before, after)),
    })),
  ]
}

const metricOf = (series: string) => series.replace(/\{.*/, '')

function valuesOf(name: string, before: Scrape | null, after: Scrape | null) {
  const metric = metricOf(name)
  const [was, is] = [before?.samples.get(name), after?.samples.get(name)]
  const growth = (is ?? 0) - (was ?? is ?? 0)
  const job = /^svcpay_job_last_done_timestamp_seconds(\{.*\})$/.exec(name)?.[1]
  const failures = `svcpay_job_runs_total${job?.replace('}', ',outcome="failed"}')}`
  const isFailing = (after?.samples.get(failures) ?? 0) > (before?.samples.get(failures) ?? 0)
  return ({ at, samples, counters }: Scrape, minute: number): number | undefined => {
    const value = samples.get(name)
    if (value === undefined) return undefined
    const isBroken = minute >= wellMinutes
    if (counters.has(metric)) return isBroken ? value + growth * (minute - wellMinutes) : value
    if (!metric.endsWith('_timestamp_seconds')) return value
    // the rules' time starts at 0
    const now = minute * 60
    if (job === undefined || value === 0) return now - (at - value)
    const longestPause = 1.2 * (samples.get(`svcpay_job_period_seconds${job}`) ?? 0)
    const lastRun = isBroken && isFailing ? wellMinutes * 60 : now
    return lastRun - (lastRun % longestPause)
  }
}
