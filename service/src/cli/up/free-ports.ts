import { createServer } from 'node:net'
import type { Config, UpConfig } from '../../config.ts'
import { CannotListen } from '../../http/listening/cannot-listen.ts'
import { CommandFault } from '../context.ts'
import { sandboxPorts } from './local-sandbox.ts'

/** Checks before anything is started, and reports all ports in use together. */
export async function assertPortsAreFree(config: Config, upConfig: UpConfig): Promise<void> {
  const { host, port } = config
  const faults = await Promise.all([
    whyNotFree(host, port, cause => new CannotListen({ host, port }, cause).message),
    ...[...sandboxPorts(config, upConfig).values()].map(sandboxPort =>
      whyNotFree('127.0.0.1', sandboxPort, ({ code, message }) =>
        code === 'EADDRINUSE'
          ? `Port ${sandboxPort} for the sandbox is in use: set SANDBOX_PORT to another one.`
          : `The sandbox cannot listen on port ${sandboxPort}: ${message}.`,
      ),
    ),
  ])
  const found = faults.filter(fault => fault !== null)
  if (found.length > 0) throw new CommandFault(found.join('\n'))
}

async function whyNotFree(
  host: string,
  port: number,
  describe: (cause: NodeJS.ErrnoException) => string,
): Promise<string | null> {
  const server = createServer()
  return await new Promise(resolve => {
    server.once('error', error => resolve(describe(error)))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
