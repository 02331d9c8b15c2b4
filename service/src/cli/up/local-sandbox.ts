import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from 'svcpay-embedded-database'
import { type Config, type Platform, type UpConfig, urlAt } from '../../config.ts'
import { createSandboxClient, messageIn } from '../../console/sandbox/sandbox-client.ts'
import { CannotListen } from '../../http/listening/cannot-listen.ts'
import { apiVersion } from '../../processors/stripe/webhook-endpoints.ts'
import { CommandFault } from '../context.ts'

function sandboxPorts({ processors }: Config, { sandboxPort }: UpConfig): Map<string, number> {
  const own = processors.filter(({ isSandbox, apiBase }) => isSandbox && apiBase === null)
  return new Map(own.map(({ name }, index) => [name, sandboxPort === 0 ? 0 : sandboxPort + index]))
}

/** Starts none for Stripe itself, or if a base URL is set. */
export async function startLocalSandboxes(
  config: Config,
  upConfig: UpConfig,
  printError: (text: string) => void,
) {
  const { dataDir } = upConfig
  const stops: (() => Promise<void>)[] = []
  const failures: Promise<never>[] = []
  const urls: Record<string, string> = {}
  const ports = sandboxPorts(config, upConfig)
  const stop = async () => {
    await Promise.all(stops.map(stopOne => stopOne()))
  }
  // the sandbox needs our address before we listen on it, because registering the address returns our signing secrets
  const port = config.port === 0 && ports.size > 0 ? await freePort() : config.port
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host
  const own = `${urlAt({ host, port })}/webhooks/processor`
  const start = async (platform: Platform): Promise<Platform> => {
    const { name } = platform
    const sandboxPort = ports.get(name)
    if (sandboxPort === undefined) return platform
    const sandbox = await startSandboxProcess(platform, sandboxPort, dataDir, printError)
    stops.push(sandbox.stop)
    failures.push(sandbox.failed)
    urls[name] = sandbox.url
    const url = name === config.processors[0].name ? own : `${own}/${name}`
    const running = { ...platform, apiBase: sandbox.url }
    return { ...running, webhookSecrets: await registerSandboxWebhooks(running, url, dataDir) }
  }
  try {
    const [first, ...others] = config.processors
    const processors: Config['processors'] = [await start(first)]
    for (const platform of others) processors.push(await start(platform))
    const failed = Promise.race([new Promise<never>(() => {}), ...failures])
    return { urls, failed, stop, config: { ...config, port, processors } }
  } catch (error) {
    await stop()
    throw error
  }
}

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
    const complaint = complaints.at(-1) ?? 'it gave no reason.'
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

interface Endpoint {
  id: string
  url: string
  api_version: string | null
  secret?: string
}

/** The first gets events of connected accounts, the second those of the platform's own account. */
const endpoints = [
  { file: 'webhook-secret', connect: 'true' },
  { file: 'platform-webhook-secret', connect: 'false' },
]

/** Registers the service's webhook endpoints with the sandbox, once per address and API version; returns their signing secrets. */
export async function registerSandboxWebhooks(
  { name, apiBase, secretKey }: { name: string; apiBase: string; secretKey: string },
  url: string,
  dataDir: string,
): Promise<string[]> {
  const sandbox = createSandboxClient(apiBase, secretKey)
  const call = async (method: string, id: string, params?: Record<string, string>) => {
    const answer = await sandbox.api(method, `/v1/webhook_endpoints${id}`, null, params)
    if (answer.status >= 400) throw new Error(messageIn(answer))
    return answer.body as unknown
  }
  const { data } = (await call('GET', '?limit=100')) as { data: Endpoint[] }
  const secrets: string[] = []
  for (const { file, connect } of endpoints) {
    const path = fileOf(dataDir, name, file)
    const kept = readKept(path)
    const registered = data.find(endpoint => endpoint.id === kept?.id)
    if (kept && registered?.url === url && registered.api_version === apiVersion) {
      secrets.push(kept.secret)
      continue
    }
    if (registered) await call('DELETE', `/${registered.id}`)
    const params = { url, api_version: apiVersion, 'enabled_events[0]': '*', connect }
    const { id, secret = '' } = (await call('POST', '', params)) as Endpoint
    writeFileSync(path, `${id} ${secret}\n`, { mode: 0o600 })
    secrets.push(secret)
  }
  return secrets
}

const fileOf = (dataDir: string, name: string, file: string) => join(dataDir, `${name}-${file}`)

export function keptWebhookSecrets(dataDir: string, name: string): string[] {
  return endpoints.flatMap(({ file }) => readKept(fileOf(dataDir, name, file))?.secret ?? [])
}

function readKept(file: string): { id: string; secret: string } | null {
  try {
    const [id = '', secret = ''] = readFileSync(file, 'utf8').trim().split(' ')
    return { id, secret }
  } catch {
    return null
  }
}

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
