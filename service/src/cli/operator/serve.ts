import { type Role, readConfig } from '../../config.ts'
import { createLogger } from '../../log.ts'
import { startServer } from '../../server.ts'
import type { Context } from '../context.ts'

export async function serve(context: Context, role: Role): Promise<void> {
  const config = readConfig(context.env, 'serve')
  const { log, end } = createLogger(config.logLevel)
  const server = await startServer({ config, role, log })
  const { url, adminUrl } = server
  log.info({ url, ...(adminUrl ? { adminUrl } : {}), role }, 'listening')
  const reason = await context.stopRequested
  log.info({ reason }, 'stopping')
  await server.stop()
  log.info('stopped')
  await end()
}
