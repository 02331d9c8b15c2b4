import getPort from 'get-port'
import { type Config, type Platform, type UpConfig, urlAt } from '../../config.ts'
import { startSandboxProcess } from './sandbox-process.ts'
import { registerSandboxWebhooks } from './sandbox-webhook.ts'

const isOwnSandbox = ({ isSandbox, apiBase }: Platform) => isSandbox && apiBase === null

export function sandboxPorts({ processors }: Config, { sandboxPort }: UpConfig): Map<string, number> {
  const own = processors.filter(isOwnSandbox)
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
  // the sandbox must know our address before we listen on it, because we must know its signing secrets
  const port = config.port === 0 && ports.size > 0 ? await getPort({ host: config.host }) : config.port
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
