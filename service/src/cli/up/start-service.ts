import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { createSignInLink } from '../../console/sign-in-codes.ts'
import { migrate } from '../../db/migrate.ts'
import { systemNames } from '../../deliveries/sending/names.ts'
import { createReadableLogger } from '../../log.ts'
import { startServer } from '../../server.ts'
import { ensureDemoMerchant } from './demo-merchant.ts'

export type StartedService = Awaited<ReturnType<typeof startService>>

/** Loaded separately: its imports take the longest, and the database and the sandbox start in the meantime. */
export async function startService(
  config: Config,
  dataDir: string,
  color: boolean,
  done: (step: string) => void,
) {
  const { from, to } = await migrate(config.databaseUrl)
  if (from !== to) done(`Schema, version ${to}`)
  const logFile = prepareLogFile(dataDir)
  const { log, linesDropped, mute, end } = createReadableLogger(config.logLevel, color, logFile)
  const server = await startServer({ config, role: 'all', log, linesDropped, names: systemNames })
  try {
    const demo = await ensureDemoMerchant(server, config, dataDir)
    done('API and worker')
    const { url, adminUrl, db } = server
    const stop = () => server.stop().finally(end)
    const consoleUrl = await createSignInLink({ db, clock: systemClock }, adminUrl ?? url)
    const playDemo = async () => {
      const demo = await import('./demo/play.ts')
      mute(true)
      return await demo.playDemo(db, config, url, adminUrl ?? url).finally(() => mute(false))
    }
    return { url, adminUrl, consoleUrl, demo, playDemo, stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

const longestLogBytes = 10 * 1024 * 1024

/** Repeats what the terminal shows. A long log of earlier runs is moved aside. */
function prepareLogFile(dataDir: string): string {
  const file = join(dataDir, 'svcpay.log')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > longestLogBytes) renameSync(file, `${file}.1`)
  return file
}
