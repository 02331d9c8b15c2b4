import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { needs } from '../../../vitest.needs.ts'
import { useService } from '../support/service.ts'
import { alertsFile, scrape } from './prometheus.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
}
interface Panel {
  targets: { expr: string }[]
}

const rules: Rule[] = parse(readFileSync(alertsFile, 'utf8')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)
const panels: Panel[] = JSON.parse(read('deploy/observability/dashboard.json')).panels
const service = useService({ role: 'all', env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } })

it('every metric that an alert or the dashboard names exists, and the dashboard leaves none out', async () => {
  const { text } = await service.call('GET', '/metrics', { operator: true })
  const metrics = [...text.matchAll(/^# TYPE (svcpay_\w+)/gm)].map(([, name]) => name)
  const namedIn = (expressions: string[]) =>
    [...expressions.join('\n').matchAll(/\bsvcpay_\w+/g)].map(([name]) =>
      name.replace(/_(count|sum|bucket)$/, ''),
    )
  const inAlerts = namedIn(rules.map(({ expr }) => expr))
  const inDashboard = namedIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
  expect([...inAlerts, ...inDashboard].filter(name => !metrics.includes(name))).toEqual([])
  const shown = new Set([...inAlerts, ...inDashboard])
  expect(metrics.filter(name => name && !shown.has(name))).toEqual([
    'svcpay_http_requests',
    'svcpay_http_concurrency_limit',
  ])
})

it('every alert has its page in the runbook, and is worth a page or a ticket', () => {
  const headings = [...read('docs/alerts.md').matchAll(/^## (Svcpay\w+)$/gm)].map(([, name]) => name)
  expect(rules.map(({ alert }) => alert)).toEqual(headings)
  expect([...new Set(rules.map(({ labels }) => labels.severity))].sort()).toEqual(['page', 'ticket'])
})

it('every series that an alert names exists from the start', async () => {
  const { samples } = await scrape(service.url)
  const series = rules.flatMap(({ expr }) => [...expr.matchAll(/(svcpay_\w+)(?:\{([^}]*)\})?/g)])
  const missing = series.filter(([, name = '', labels = '']) => {
    const wanted = [...labels.matchAll(/(\w+)=~?"([^"]*)"/g)]
    const isIt = (one: string) =>
      one.split('{')[0] === name &&
      wanted.every(([, label, value]) => new RegExp(`[{,]${label}="(${value})"`).test(one))
    return ![...samples.keys()].some(isIt)
  })
  expect(series.length).toBeGreaterThan(rules.length - 2)
  expect(missing.map(([text]) => text)).toEqual([])
})

it('Prometheus accepts the rules', test => {
  needs(test, 'promtool')
  const { status, stdout } = spawnSync('promtool', ['check', 'rules', alertsFile], { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringContaining(`${rules.length} rules found`),
  })
})
