import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { needs } from '../../../vitest.needs.ts'
import { ignoredSettings, readConfig } from '../../src/config.ts'
import { folderForThisTest, follow } from '../support/cli.ts'
import { databaseForThisTest } from '../support/database.ts'
import { testEnv } from '../support/service.ts'

const deploy = fileURLToPath(new URL('../../../deploy', import.meta.url))
const read = (path: string) => readFileSync(join(deploy, path), 'utf8')

/** Expects that an instance accepts a file's settings with these secrets. Returns how long its stop may take. */
function expectSettings(settings: Record<string, string>): number {
  const { DATABASE_URL, SVC_OPERATOR_TOKEN, SVC_ENCRYPTION_KEY, ...rest } = testEnv('postgres://db/svcpay')
  const secrets = { DATABASE_URL, SVC_OPERATOR_TOKEN, SVC_ENCRYPTION_KEY, ...rest }
  const isFile = ([name]: [string, string]) => name.endsWith('_FILE')
  const files = Object.entries(settings).filter(isFile)
  const values = Object.fromEntries(Object.entries(settings).filter(entry => !isFile(entry)))
  expect(ignoredSettings(settings)).toEqual([])
  const inFiles = files.map(([name]) => name.replace('_FILE', ''))
  expect(inFiles.sort()).toEqual([
    'DATABASE_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SVC_ENCRYPTION_KEY',
    'SVC_OPERATOR_TOKEN',
  ])
  const needed = Object.fromEntries(inFiles.map(name => [name, secrets[name as keyof typeof secrets]]))
  const config = readConfig({ STRIPE_PUBLISHABLE_KEY: 'pk_live_4f1e9c7bd2a3', ...values, ...needed }, 'serve')
  return config.stopDelayMs + config.stopTimeoutMs
}

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind
const objects: any[] = readdirSync(join(deploy, 'kubernetes'))
  .filter(file => file !== 'kustomization.yaml')
  .flatMap(file => parseAllDocuments(read(`kubernetes/${file}`)).map(document => document.toJS()))
const ofKind = (kind: string) => objects.filter(object => object.kind === kind)

describe('for Kubernetes', () => {
  const kustomization = parse(read('kubernetes/kustomization.yaml'))
  const literals: string[] = kustomization.configMapGenerator[0].literals
  const settings = Object.fromEntries(literals.map(line => line.split(/=(.*)/s).slice(0, 2)))

  it('every file is a resource, and the settings are valid', () => {
    const files = readdirSync(join(deploy, 'kubernetes')).filter(file => file !== 'kustomization.yaml')
    expect([...kustomization.resources].sort()).toEqual(files.sort())
    expectSettings({ ...settings, STRIPE_PUBLISHABLE_KEY: 'pk_live_4f1e9c7bd2a3' })
  })

  it.each([...ofKind('Deployment'), ...ofKind('Job')])(
    '$metadata.name runs as nobody on a read-only root',
    object => {
      const { spec } = object.spec.template
      const [container] = spec.containers
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 })
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.resources.limits.memory).toBeTruthy()
      const stopMs = expectSettings(settings)
      expect(spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(stopMs)
      const { mountPath } = container.volumeMounts.find(({ name }: { name: string }) => name === 'secrets')
      expect(settings.DATABASE_URL_FILE?.startsWith(`${mountPath}/`)).toBe(true)
    },
  )

  it.each(ofKind('Deployment'))(
    '$metadata.name is probed, and survives a disruption',
    ({ metadata, spec }) => {
      const [container] = spec.template.spec.containers
      expect(container.livenessProbe.httpGet.path).toBe('/healthz')
      expect(container.readinessProbe.httpGet.path).toBe('/readyz')
      expect(spec.replicas).toBeGreaterThan(1)
      const budget = ofKind('PodDisruptionBudget').find(one => one.metadata.name === metadata.name)
      expect(budget.spec.selector).toEqual(spec.selector)
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
    },
  )
})

it('the compose file gives every process its settings, and a read-only root', () => {
  const { services, secrets } = parse(read('docker/compose.yaml'), { merge: true })
  for (const name of ['migrate', 'api', 'worker']) {
    const { environment, read_only, cap_drop, stop_grace_period, secrets: given } = services[name]
    const stopMs = expectSettings({ ...environment, STRIPE_PUBLISHABLE_KEY: 'pk_live_4f1e9c7bd2a3' })
    expect(Number.parseInt(stop_grace_period, 10) * 1000).toBeGreaterThan(stopMs)
    expect([read_only, cap_drop]).toEqual([true, ['ALL']])
    for (const secret of given) expect(Object.keys(secrets)).toContain(secret)
  }
  const [, first, last] = /^127\.0\.0\.1:(\d+)-(\d+):8080$/.exec(services.api.ports[0]) ?? []
  // --scale: two instances cannot have one port
  expect(Number(last) - Number(first)).toBeGreaterThan(1)
  expect(services.postgres.environment.POSTGRES_INITDB_ARGS).toContain('--locale=C')
})

it('the image runs as a numbered user who is not root, and has a health check', () => {
  const dockerfile = read('docker/Dockerfile')
  expect(dockerfile).toMatch(/^USER 65532:65532$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK .*\\\n.*\/healthz/m)
  expect(dockerfile).toMatch(/^ENTRYPOINT \["node", "node_modules\/svcpay\/bin\/svcpay\.js"\]$/m)
})

describe('for systemd', () => {
  it('the units confine the service and give it its settings', () => {
    const unit = read('systemd/svcpay@.service')
    for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes'])
      expect(unit.split('\n')).toContain(line)
    const environment = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)]
    const stopMs = expectSettings(Object.fromEntries(environment.map(([, name, value]) => [name, value])))
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000).toBeGreaterThan(stopMs)
    for (const [, , value] of environment.filter(([, name]) => name?.endsWith('_FILE')))
      expect(unit).toContain(`LoadCredential=${value?.replace('%d/', '')}:`)
  })

  it.each([
    ['api', 'api'],
    ['api-2', 'api'],
    ['worker-10', 'worker'],
  ])('svcpay@%s is an instance with the role %s, and the process that systemd stops', async (name, role) => {
    const unit = read('systemd/svcpay@.service')
    const specifiers: Record<string, string> = { '%%': '%', '%i': name, $$: '$' }
    const line = /^ExecStart=(.*)$/m
      .exec(unit)?.[1]
      ?.replaceAll(/%[%i]|\$\$/g, found => specifiers[found] ?? '')
      .replace('/opt/svcpay/node_modules/svcpay', fileURLToPath(new URL('../..', import.meta.url)))
      .replace('/usr/bin/node', process.execPath)
    const env = {
      ...testEnv(await databaseForThisTest()),
      PORT: '0',
      PATH: process.env.PATH,
      SVC_STOP_DELAY_MS: '0',
    }
    const instance = follow(spawn('/bin/sh', ['-c', `exec ${line}`], { env }))
    onTestFinished(async () => void (await instance.signal('SIGKILL')))
    expect(await instance.says(/"role":"(\w+)","msg":"listening"/)).toBe(role)
    expect(await instance.signal('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
    expect(unit).toMatch(/^Restart=always$/m)
  })

  it('systemd accepts the units', test => {
    needs(test, 'systemd-analyze')
    const folder = folderForThisTest()
    for (const name of ['svcpay@api', 'svcpay@api-2'])
      copyFileSync(join(deploy, 'systemd/svcpay@.service'), join(folder, `${name}.service`))
    copyFileSync(join(deploy, 'systemd/svcpay-migrate.service'), join(folder, 'svcpay-migrate.service'))
    const units = readdirSync(folder).map(name => join(folder, name))
    const { stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' })
    // Node.js need not be where the units expect it
    expect(stderr.split('\n').filter(line => line && !line.includes('/usr/bin/node'))).toEqual([])
  })
})
