import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CommandFault } from '../context.ts'

interface SandboxSettings {
  name: string
  dataDir: string
  port: number
  secretKey: string
  publishableKey: string
}

/**
 * The sandbox as a process of its own, as the processor is in production. It has its own process group, so that
 * Ctrl-C reaches it through us, in order; and it ends when the channel to us breaks, so that none is left behind.
 */
export async function startSandboxProcess(settings: SandboxSettings) {
  const main = fileURLToPath(import.meta.resolve('svcpay-sandbox/main'))
  const { name, secretKey, publishableKey, port, dataDir } = settings
  const args = [main, '--port', String(port), '--data-dir', join(dataDir, name)]
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // every user of the machine can read a command line
    env: { SVCPAY_SANDBOX_SECRET_KEY: secretKey, SVCPAY_SANDBOX_PUBLISHABLE_KEY: publishableKey },
  })
  const complaints = linesOf(child.stderr)
  const ended = once(child, 'close')
  const url = await Promise.race([addressOf(child), ended.then(() => null)])
  if (url === null) throw new CommandFault(whyNotStarted(complaints, port))
  let stopping = false
  return {
    url,
    /** Rejects when it has ended by itself; never resolves. */
    failed: ended.then(() => {
      if (!stopping) throw new CommandFault('The sandbox ended by itself.')
      return new Promise<never>(() => {})
    }),
    async stop(): Promise<void> {
      stopping = true
      child.kill('SIGTERM')
      await ended
    },
  }
}

function whyNotStarted(complaints: string[], port: number): string {
  const complaint = complaints.at(-1) ?? 'it said nothing'
  if (/in use/.test(complaint))
    return `Port ${port} for the sandbox is in use: set SANDBOX_PORT to another one.`
  return `The sandbox did not start: ${complaint.replace(/^svcpay-sandbox: /, '')}`
}

async function addressOf(child: ChildProcess): Promise<string> {
  return await new Promise(resolve => {
    linesOf(child.stdout, line => {
      const address = /listening on (http:\S+)/.exec(line)?.[1]
      if (address) resolve(address)
    })
  })
}

function linesOf(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void = () => {}): string[] {
  const lines: string[] = []
  if (!stream) return lines
  createInterface({ input: stream }).on('line', line => {
    lines.push(line)
    if (lines.length > 20) lines.shift()
    onLine(line)
  })
  return lines
}
