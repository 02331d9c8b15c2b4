import { type Config, readConfig } from '../config.ts'
import { dataDirOf, sandboxAccessOf } from './access.ts'
import type { Context } from './context.ts'
import { findInstance } from './instance.ts'
import { findKeptSecret, withDefaults } from './secrets.ts'

/** The settings of the service that this command stands in for: of the environment, or of a running `svcpay up`. */
export function serviceConfigOf(context: Context): Config {
  const dataDir = dataDirOf(context)
  const instance = findInstance(dataDir)
  const sandboxes = Object.keys(instance?.sandboxes ?? {})
  const kept = (name: string) => () => findKeptSecret(dataDir, name)
  const env = withDefaults(context.env, {
    SVC_OPERATOR_TOKEN: kept('operator-token'),
    SVC_ENCRYPTION_KEY: kept('encryption-key'),
    // the command finds the database by itself
    DATABASE_URL: () => 'postgres://localhost/svcpay',
    // `svcpay up` may have been told to run several
    SVC_PROCESSORS: () => (sandboxes.length > 1 ? sandboxes.join(',') : null),
  })
  const config = readConfig(env, instance ? 'up' : 'serve')
  if (instance === null) return config
  const { url } = sandboxAccessOf(context)
  const processors = config.processors.map(platform =>
    platform.isSandbox && platform.apiBase === null
      ? { ...platform, apiBase: instance.sandboxes?.[platform.name] ?? url }
      : platform,
  )
  return { ...config, processors: processors as Config['processors'] }
}
