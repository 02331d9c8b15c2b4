import { relative, resolve } from 'node:path'
import { styleText } from 'node:util'
import { EmbeddedPostgresError, lockDataDir, startEmbeddedPostgres } from 'svcpay-embedded-database'
import { systemClock } from '../../clock.ts'
import { type Config, readUpConfig, type UpConfig } from '../../config.ts'
import { CommandFault, type Context, warnOfIgnoredSettings } from '../context.ts'
import { findInstance, forgetInstance, storeInstance, withDefaults } from '../data-dir.ts'
import { urlOf, withDatabase } from '../database.ts'
import { banner } from './banner.ts'
import { assertSettings, completeSettings } from './complete-settings.ts'
import { assertPortsAreFree, startLocalSandboxes } from './local-sandbox.ts'
import type { StartedService } from './start-service.ts'

export async function up(
  given: Context,
  { demo: isDemo = false, processors }: { demo?: boolean; processors?: number },
): Promise<void> {
  const context = { ...given, env: withDefaults(given.env, { SVC_PROCESSORS: () => namesOf(processors) }) }
  assertSettings(context.env)
  const settings = readUpConfig(context.env)
  warnOfIgnoredSettings(context)
  const dataDir = resolve(context.cwd, settings.dataDir)
  const upConfig = { ...settings, dataDir }
  const steps = createSteps(context)
  const stops: Stops = []
  try {
    stops.unshift(
      await lockDataDir(dataDir).catch(async fault => {
        throw await pointToRunning(context, dataDir, fault)
      }),
    )
    const config = completeSettings(context.env, dataDir)
    await assertPortsAreFree(config, upConfig)
    const { service, sandboxes, failed } = await startAll(context, config, upConfig, steps, stops)
    const { url, adminUrl, consoleUrl, demo } = service
    if (isDemo) await fillForDemo(service, config, upConfig, steps)
    storeInstance(dataDir, { url, adminUrl, sandboxes })
    stops.unshift(async () => forgetInstance(dataDir))
    const shown = (path: string) => pathFrom(context.cwd, path)
    const places = { url, adminUrl, consoleUrl, sandboxes, dataDir: shown(dataDir) }
    const keyFile = demo.keyFile && shown(demo.keyFile)
    context.print(banner({ ...places, demo: { ...demo, keyFile }, color: context.isTerminal }))

    const reason = await Promise.race([context.stopRequested, failed])
    context.print(`\nStopping (${reason}) …`)
  } finally {
    await stopAll(stops)
  }
  context.print('Stopped. Your data is kept for the next start.')
}

/** The names of the sandboxes, unless the settings name them. */
function namesOf(sandboxes: number | undefined): string | null {
  if (sandboxes === undefined) return null
  const others = Array.from({ length: sandboxes - 1 }, (_, index) => `sandbox-${index + 2}`)
  return ['sandbox', ...others].join(',')
}

type Steps = ReturnType<typeof createSteps>

function createSteps({ print, isTerminal }: Context) {
  const dim = (text: string) => (isTerminal ? styleText('dim', text) : text)
  // since the start of the process, as the user experiences it
  const seconds = () => `${(performance.now() / 1000).toFixed(1)} s`
  return {
    note: (text: string) => print(`  ${dim('·')} ${text} …`),
    done: (what: string) => print(`  ${dim('✓')} ${what}  ${dim(seconds())}`),
  }
}

async function fillForDemo(service: StartedService, config: Config, upConfig: UpConfig, steps: Steps) {
  if (config.processors[0].name !== 'sandbox' || upConfig.databaseUrl !== null)
    throw new CommandFault(
      '--demo needs the sandbox and the embedded database: unset DATABASE_URL and SVC_PROCESSOR.',
    )
  steps.note('Making up four weeks of payments')
  if (await service.playDemo()) steps.done('Demo payments')
  else steps.note('--demo has no effect: this data directory already has payments')
}

type Stops = (() => Promise<void>)[]

/** If one stop fails, the others still run. */
async function stopAll(stops: Stops): Promise<void> {
  const faults: unknown[] = []
  for (const stop of stops) await stop().catch(fault => faults.push(fault))
  if (faults.length > 0) throw faults[0]
}

/**
 * Starts the embedded database, or uses the one in the settings. `launched` is called once the database's process is
 * busy starting, so that the caller can use the time. `failed` rejects if the database ends unexpectedly.
 */
async function startDatabase(
  { dataDir, databaseUrl }: UpConfig,
  log: (text: string) => void,
  launched: () => void,
) {
  const never = new Promise<never>(() => {})
  if (databaseUrl !== null) return { url: databaseUrl, failed: never, stop: async () => {} }
  const embedded = await startEmbeddedPostgres({ dir: dataDir, isLocked: true, log, launched })
  return {
    url: urlOf(embedded.connection),
    failed: embedded.exited.then(error => (error ? Promise.reject(error) : never)),
    stop: embedded.stop,
  }
}

/** Loads the service's code while the database and the sandbox start, because they have their own processes. */
async function startAll(context: Context, config: Config, upConfig: UpConfig, steps: Steps, stops: Stops) {
  const startingSandbox = startLocalSandboxes(config, upConfig, context.printError).then(sandbox => {
    stops.unshift(sandbox.stop)
    for (const _ of Object.keys(sandbox.urls)) steps.done('Sandbox')
    return sandbox
  })
  let markLaunched = () => {}
  const launched = new Promise<void>(resolve => {
    markLaunched = resolve
  })
  const startingDatabase = startDatabase(upConfig, steps.note, markLaunched)
    .finally(markLaunched)
    .then(database => {
      stops.unshift(database.stop)
      steps.done('Database')
      return database
    })
  const loading = launched.then(() => import('./start-service.ts'))
  const starting = [startingSandbox, startingDatabase, loading] as const
  // so that nothing starts after the others were stopped
  await Promise.allSettled(starting)
  const [sandbox, database, { startService }] = await Promise.all(starting)
  const failed = Promise.race([database.failed, sandbox.failed])
  failed.catch(() => {})
  const complete = { ...sandbox.config, databaseUrl: database.url, databaseDirectUrl: null }
  const service = await startService(complete, upConfig.dataDir, context.isTerminal, steps.done)
  stops.unshift(service.stop)
  return { service, sandboxes: sandbox.urls, failed }
}

/** Relative to the working directory, if below it. */
function pathFrom(folder: string, path: string): string {
  const way = relative(folder, path)
  return way === '' || way.startsWith('..') ? path : `./${way}`
}

/** If svcpay is already running on this data dir, says where, with a new sign-in link. Other faults are unchanged. */
async function pointToRunning(context: Context, dataDir: string, fault: unknown): Promise<unknown> {
  if (!(fault instanceof EmbeddedPostgresError) || fault.code !== 'data_dir_locked') return fault
  const instance = findInstance(dataDir)
  if (!instance) return fault
  const { url, adminUrl } = instance
  const { createSignInLink } = await import('../../console/sign-in-codes.ts')
  const consoleUrl = await withDatabase(context, db =>
    createSignInLink({ db, clock: systemClock }, adminUrl ?? url),
  ).catch(() => `${adminUrl ?? url}/console`)
  return new CommandFault(
    `${fault.message}\nIts API is at ${url}/v1\nSign in to its console at ${consoleUrl}`,
  )
}
