import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { needs } from '../../../vitest.needs.ts'
import { useService } from '../support/service.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const alertsFile = 'deploy/observability/alerts.yaml'

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
}
interface Panel {
  targets: { expr: string }[]
}

const rules: Rule[] = parse(read(alertsFile)).groups.flatMap(({ rules }: { rules: Rule[] }) => rules)
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
  const headings = [...read('docs/operations.md').matchAll(/^### (Svcpay\w+)$/gm)].map(([, name]) => name)
  expect(rules.map(({ alert }) => alert)).toEqual(headings)
  expect([...new Set(rules.map(({ labels }) => labels.severity))].sort()).toEqual(['page', 'ticket'])
})

it('Prometheus takes the rules; what is wrong fires its alert, and nothing else does', test => {
  needs(test, 'promtool')
  const promtool = (...args: string[]) => {
    const { status, stdout } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8' })
    return { status, stdout }
  }
  expect(promtool('check', 'rules', alertsFile)).toEqual({
    status: 0,
    stdout: expect.stringContaining(`${rules.length} rules found`),
  })
  expect(promtool('test', 'rules', 'service/test/deploy/alerts.test.yaml')).toMatchObject({ status: 0 })
})
