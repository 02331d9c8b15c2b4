import { type Role, readConfig } from '../../config.ts'
import { createLogger } from '../../log.ts'
import { startServer } from '../../server.ts'
import { type Context, warnOfIgnoredSettings } from '../context.ts'

export async function serve(context: Context, { role }: { role: Role }): Promise<void> {
  const config = readConfig(context.env, 'serve')
  warnOfIgnoredSettings(context)
  const { log, linesDropped, end } = createLogger(config.logLevel)
  const server = await startServer({ config, role, log, linesDropped })
  try {
    const addresses = { url: server.url, ...(server.adminUrl ? { adminUrl: server.adminUrl } : {}) }
    log.info({ ...addresses, role }, 'listening')
    const reason = await Promise.race([context.stopRequested, server.refused]).catch(async error => {
      await server.stop()
      throw error
    })
    log.info({ reason }, 'stopping')
    await server.stop()
    log.info('stopped')
  } finally {
    await end()
  }
}
