import type { Config } from '../../config.ts'
import { migrate } from '../../db/migrate.ts'
import { createReadableLogger } from '../../log.ts'
import { type RunningServer, startServer } from '../../server.ts'
import { type Demo, ensureDemoMerchant } from './demo-merchant.ts'
import type { Steps } from './steps.ts'

export interface StartedService extends Pick<RunningServer, 'url' | 'adminUrl' | 'stop'> {
  /** Where the console opens; null while there is none. */
  consoleUrl: string | null
  demo: Demo
}

/** Loaded by itself, because its imports take longer than all the rest: the others start meanwhile. */
export async function startService(
  config: Config,
  dataDir: string,
  color: boolean,
  steps: Steps,
): Promise<StartedService> {
  const { from, to } = await migrate(config.databaseUrl)
  if (from !== to) steps.done(`Schema, version ${to}`)
  const log = createReadableLogger(config.logLevel, color)
  const server = await startServer({ config, role: 'all', log })
  try {
    const demo = await ensureDemoMerchant(server, config, dataDir)
    steps.done('API and worker')
    const { url, adminUrl, stop } = server
    return { url, adminUrl, consoleUrl: null, demo, stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}
