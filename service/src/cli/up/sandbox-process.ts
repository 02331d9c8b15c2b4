import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Platform } from '../../config.ts'
import { CommandFault } from '../context.ts'

/**
 * Runs the sandbox as a separate process, like a processor in production. It has its own process group, so that Ctrl-C
 * reaches it through us, in order. It ends when the channel to us breaks, so it never outlives us.
 */
export async function startSandboxProcess(
  { name, secretKey, publishableKey }: Pick<Platform, 'name' | 'secretKey' | 'publishableKey'>,
  port: number,
  dataDir: string,
  /** Receives the sandbox's error output, unless it fails to start. */
  printError: (text: string) => void,
) {
  const main = fileURLToPath(import.meta.resolve('svcpay-sandbox/main'))
  const args = [main, '--port', String(port), '--data-dir', join(dataDir, name)]
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // not on the command line, which every user of the machine can read
    env: { SVCPAY_SANDBOX_SECRET_KEY: secretKey, SVCPAY_SANDBOX_PUBLISHABLE_KEY: publishableKey },
  })
  const complaints: string[] = []
  let complain: (line: string) => void = line => complaints.push(line)
  onLine(child.stderr, line => complain(line))
  const address = new Promise<string>(resolve => {
    onLine(child.stdout, line => {
      const found = /listening on (http:\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
  })
  const ended = once(child, 'close')
  const url = await Promise.race([address, ended.then(() => null)])
  if (url === null) {
    const complaint = complaints.at(-1) ?? 'it said nothing'
    throw new CommandFault(`The sandbox did not start: ${complaint.replace(/^svcpay-sandbox: /, '')}`)
  }
  complaints.forEach(printError)
  complain = printError
  let stopping = false
  return {
    url,
    /** Rejects if the sandbox ends unexpectedly; never resolves. */
    failed: ended.then(() => {
      if (!stopping) throw new CommandFault('The sandbox ended unexpectedly.')
      return new Promise<never>(() => {})
    }),
    async stop(): Promise<void> {
      stopping = true
      child.kill('SIGTERM')
      await ended
    },
  }
}

function onLine(stream: NodeJS.ReadableStream | null, take: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', take)
}
