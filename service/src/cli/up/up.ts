import { relative, resolve } from 'node:path'
import { lockDataDir } from 'svcpay-embedded-database'
import { type Config, readUpConfig, type UpConfig } from '../../config.ts'
import { type Context, warnOfUnknownSettings } from '../context.ts'
import { forgetInstance, noteInstance } from '../instance.ts'
import { banner } from './banner.ts'
import { startLocalDatabase } from './local-database.ts'
import { startLocalSandbox } from './local-sandbox.ts'
import { assertSettings, completeSettings } from './settings.ts'
import type { StartedService } from './start-service.ts'
import { createSteps, type Steps } from './steps.ts'

/** What is started last is stopped first. */
type Stops = (() => Promise<void>)[]

/** Everything on this machine. */
export async function up(context: Context): Promise<void> {
  assertSettings(context.env)
  warnOfUnknownSettings(context)
  const settings = readUpConfig(context.env)
  const dataDir = resolve(context.cwd, settings.dataDir)
  const upConfig = { ...settings, dataDir }
  const steps = createSteps(context)
  const stops: Stops = []
  try {
    stops.unshift(await lockDataDir(dataDir))
    const config = completeSettings(context.env, dataDir)
    const { service, sandboxUrl, failed } = await startEverything(context, config, upConfig, steps, stops)
    const { url, adminUrl, consoleUrl, demo } = service
    const shown = (path: string) => pathFrom(context.cwd, path)
    const keyFile = demo.keyFile && shown(demo.keyFile)
    noteInstance(dataDir, { url, adminUrl, sandboxUrl })
    stops.unshift(async () => forgetInstance(dataDir))
    const facts = {
      url,
      adminUrl,
      consoleUrl,
      sandboxUrl,
      dataDir: shown(dataDir),
      demo: { ...demo, keyFile },
    }
    context.print(banner({ ...facts, color: context.isTerminal }))

    const reason = await Promise.race([context.stopRequested, failed])
    context.print(`\nStopping (${reason}) …`)
  } finally {
    await stopAll(stops)
  }
  context.print('Stopped. Your data is safe; npm start finds it again.')
}

/** One that fails keeps none of the others running. */
async function stopAll(stops: Stops): Promise<void> {
  const faults: unknown[] = []
  for (const stop of stops) await stop().catch(fault => faults.push(fault))
  if (faults.length > 0) throw faults[0]
}

interface Everything {
  service: StartedService
  sandboxUrl: string | null
  /** Rejects when the database or the sandbox has ended by itself. */
  failed: Promise<never>
}

/** The service's code is loaded while the database and the sandbox start, which have processes of their own. */
async function startEverything(
  context: Context,
  config: Config,
  upConfig: UpConfig,
  steps: Steps,
  stops: Stops,
): Promise<Everything> {
  const startingSandbox = startLocalSandbox(config, upConfig).then(sandbox => {
    stops.unshift(sandbox.stop)
    if (sandbox.url) steps.done('Sandbox')
    return sandbox
  })
  let markLaunched = () => {}
  const launched = new Promise<void>(resolve => {
    markLaunched = resolve
  })
  const startingDatabase = startLocalDatabase(upConfig, steps.note, markLaunched)
    .finally(markLaunched)
    .then(database => {
      stops.unshift(database.stop)
      steps.done('Database')
      return database
    })
  const loading = launched.then(() => import('./start-service.ts'))
  const [sandbox, database, { startService }] = await allOf([startingSandbox, startingDatabase, loading])
  const failed = Promise.race([database.failed, sandbox.failed])
  failed.catch(() => {})
  const complete = { ...sandbox.config, databaseUrl: database.url }
  const service = await startService(complete, upConfig.dataDir, context.isTerminal, steps)
  stops.unshift(service.stop)
  return { service, sandboxUrl: sandbox.url, failed }
}

/** Like Promise.all, but waits for all of them before it fails, so that nothing starts after the others were stopped. */
async function allOf<Values extends unknown[]>(
  promises: [...{ [Index in keyof Values]: Promise<Values[Index]> }],
): Promise<Values> {
  await Promise.allSettled(promises)
  return (await Promise.all(promises)) as Values
}

/** Relative to the folder the command was typed in, if below it. */
function pathFrom(folder: string, path: string): string {
  const way = relative(folder, path)
  return way === '' || way.startsWith('..') ? path : `./${way}`
}
