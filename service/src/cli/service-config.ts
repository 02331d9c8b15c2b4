import { findRunningEmbedded } from 'svcpay-embedded-database'
import { type Config, readConfig } from '../config.ts'
import type { Context } from './context.ts'
import { dataDirOf, findInstance, findKeptSecret, withDefaults } from './data-dir.ts'
import { urlOf } from './database.ts'
import { keptWebhookSecrets } from './up/sandbox-webhook.ts'

/** The settings of the service that a command works for, from the environment or from a running `svcpay up`. */
export async function serviceConfigOf(context: Context): Promise<Config> {
  const dataDir = dataDirOf(context)
  const instance = findInstance(dataDir)
  if (instance === null) return readConfig(context.env, 'serve')
  const sandboxes = Object.keys(instance.sandboxes)
  const embedded = await findRunningEmbedded(dataDir)
  const kept = (name: string) => () => findKeptSecret(dataDir, name)
  const env = withDefaults(context.env, {
    SVC_OPERATOR_TOKEN: kept('operator-token'),
    SVC_ENCRYPTION_KEY: kept('encryption-key'),
    DATABASE_URL: () => embedded && urlOf(embedded),
    // `svcpay up` may be running several
    SVC_PROCESSORS: () => (sandboxes.length > 1 ? sandboxes.join(',') : null),
  })
  const config = readConfig(env, 'up')
  const processors = config.processors.map(platform => {
    const { [platform.name]: sandboxUrl = null } = instance.sandboxes
    if (platform.apiBase !== null || sandboxUrl === null) return platform
    return { ...platform, apiBase: sandboxUrl, webhookSecrets: keptWebhookSecrets(dataDir, platform.name) }
  })
  return { ...config, processors: processors as Config['processors'] }
}
