import { createServer } from 'node:net'
import type { Config, UpConfig } from '../../config.ts'
import { CannotListen } from '../../http/listening/cannot-listen.ts'
import { CommandFault } from '../context.ts'
import { sandboxPorts } from './local-sandbox.ts'

/** Checks before anything is started, and reports all ports in use together. */
export async function assertPortsAreFree(config: Config, upConfig: UpConfig): Promise<void> {
  const { host, port } = config
  const faults: string[] = []
  const own = await whyNotFree(host, port)
  if (own) faults.push(new CannotListen({ host, port }, own).message)
  for (const sandboxPort of sandboxPorts(config, upConfig).values()) {
    const cause = await whyNotFree('127.0.0.1', sandboxPort)
    if (cause)
      faults.push(
        cause.code === 'EADDRINUSE'
          ? `Port ${sandboxPort} for the sandbox is in use: set SANDBOX_PORT to another one.`
          : `The sandbox cannot listen on port ${sandboxPort}: ${cause.message}.`,
      )
  }
  if (faults.length > 0) throw new CommandFault(faults.join('\n'))
}

function whyNotFree(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  const server = createServer()
  return new Promise(resolve => {
    server.once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
