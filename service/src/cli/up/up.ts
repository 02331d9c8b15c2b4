import { relative, resolve } from 'node:path'
import { readUpConfig } from '../../config.ts'
import { migrate } from '../../db/migrate.ts'
import { createReadableLogger } from '../../log.ts'
import { startServer } from '../../server.ts'
import type { Context } from '../context.ts'
import { banner } from './banner.ts'
import { ensureDemoMerchant } from './demo-merchant.ts'
import { startLocalDatabase } from './local-database.ts'
import { startLocalSandbox } from './local-sandbox.ts'
import { assertSettings, completeSettings } from './settings.ts'

/** Everything on this machine: what is started last is stopped first. */
export async function up(context: Context): Promise<void> {
  assertSettings(context.env)
  const upConfig = readUpConfig(context.env)
  const { dataDir } = upConfig
  const stops: (() => Promise<void>)[] = []
  try {
    const database = await startLocalDatabase(upConfig)
    stops.unshift(database.stop)
    const settings = completeSettings(context.env, dataDir, database.url)
    const sandbox = await startLocalSandbox(settings, upConfig)
    stops.unshift(sandbox.stop)
    const { config } = sandbox
    await migrate(config.databaseUrl)
    const log = createReadableLogger(config.logLevel, context.isTerminal)
    const server = await startServer({ config, role: 'all', log })
    stops.unshift(server.stop)
    const demo = await ensureDemoMerchant(server, config, dataDir)
    const { url, adminUrl } = server
    const facts = { url, adminUrl, sandboxUrl: sandbox.url, dataDir: shown(dataDir), demo }
    context.print(banner({ ...facts, color: context.isTerminal }))

    const reason = await Promise.race([context.stopRequested, database.failed, sandbox.failed])
    context.print(`\nStopping (${reason}) …`)
  } finally {
    for (const stop of stops) await stop()
  }
  context.print('Stopped. Your data is safe; npm start finds it again.')
}

function shown(dataDir: string): string {
  const path = relative(process.cwd(), resolve(dataDir))
  return path === '' || path.startsWith('..') ? resolve(dataDir) : `./${path}`
}
