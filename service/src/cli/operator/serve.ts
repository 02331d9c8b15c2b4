import cluster from 'node:cluster'
import { type Role, readConfig } from '../../config.ts'
import { createLogger } from '../../log.ts'
import { startServer } from '../../server.ts'
import { type Context, warnOfIgnoredSettings } from '../context.ts'
import { type Listening, runProcesses } from './process-group.ts'

export async function serve(
  context: Context,
  { role, processes }: { role: Role; processes: number },
): Promise<void> {
  const config = readConfig(context.env, 'serve')
  if (!cluster.isWorker) warnOfIgnoredSettings(context)
  const { log, linesDropped, end } = createLogger(config.logLevel)
  if (processes > 1) {
    const stopMs = config.stopDelayMs + config.stopTimeoutMs
    return await runProcesses(context, { role, processes, log, stopMs }).finally(end)
  }
  const server = await startServer({ config, role, log, linesDropped })
  try {
    const addresses = { url: server.url, ...(server.adminUrl ? { adminUrl: server.adminUrl } : {}) }
    if (cluster.isWorker) process.send?.({ type: 'svcpay:listening', addresses } satisfies Listening)
    else log.info({ ...addresses, role }, 'listening')
    const reason = await Promise.race([context.stopRequested, server.refused]).catch(async error => {
      await server.stop()
      throw error
    })
    if (!cluster.isWorker) log.info({ reason }, 'stopping')
    await server.stop()
    if (!cluster.isWorker) log.info('stopped')
  } finally {
    await end()
  }
}
