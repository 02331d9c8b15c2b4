import getPort from 'get-port'
import type { Config, UpConfig } from '../../config.ts'
import { startSandboxProcess } from './sandbox-process.ts'
import { registerSandboxWebhooks } from './sandbox-webhook.ts'

interface LocalSandbox {
  /** Null where there is none to start: with Stripe itself, or a base URL of one's own. */
  url: string | null
  /** The configuration with the way to the sandbox in it. */
  config: Config
  failed: Promise<never>
  stop(): Promise<void>
}

export async function startLocalSandbox(
  config: Config,
  { dataDir, sandboxPort }: UpConfig,
): Promise<LocalSandbox> {
  if (config.processor !== 'sandbox' || config.stripe.apiBase !== null) {
    return { url: null, config, failed: new Promise(() => {}), stop: async () => {} }
  }
  const { secretKey, publishableKey } = config.stripe
  const sandbox = await startSandboxProcess({ dataDir, port: sandboxPort, secretKey, publishableKey })
  try {
    // the sandbox must know our address before we listen on it, because we must know its signing secrets
    const port = config.port === 0 ? await getPort({ host: config.host }) : config.port
    const own = `http://${reachable(config.host)}:${port}`
    const webhookSecrets = await registerSandboxWebhooks(sandbox.url, secretKey, own, dataDir)
    const stripe = { ...config.stripe, apiBase: sandbox.url, webhookSecrets }
    return { ...sandbox, config: { ...config, port, stripe } }
  } catch (error) {
    await sandbox.stop()
    throw error
  }
}

function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
