import { type Config, ConfigFaults, type Env, faultsOf, readConfig, readUpConfig } from '../../config.ts'
import { keptSecret, newEncryptionKey, newOperatorToken } from '../secrets.ts'

/** Reports every faulty setting before anything is started. */
export function assertSettings(env: Env): void {
  const placeholders: Env = {
    DATABASE_URL: 'postgres://embedded',
    SVC_OPERATOR_TOKEN: newOperatorToken(),
    SVC_ENCRYPTION_KEY: newEncryptionKey(),
  }
  const faults = faultsOf(
    () => readUpConfig(env),
    () => readConfig({ ...placeholders, ...given(env) }, 'up'),
  )
  if (faults.length > 0) throw new ConfigFaults(faults)
}

/** What was not set comes from the data dir, made there on the first run. */
export function completeSettings(env: Env, dataDir: string): Config {
  const { SVC_OPERATOR_TOKEN, SVC_ENCRYPTION_KEY, ...rest } = given(env)
  return readConfig(
    {
      // the embedded database has an address once it runs
      DATABASE_URL: 'postgres://embedded',
      ...rest,
      SVC_OPERATOR_TOKEN: SVC_OPERATOR_TOKEN ?? keptSecret(dataDir, 'operator-token', newOperatorToken),
      SVC_ENCRYPTION_KEY: SVC_ENCRYPTION_KEY ?? keptSecret(dataDir, 'encryption-key', newEncryptionKey),
    },
    'up',
  )
}

/** A variable set to nothing counts as not set. */
function given(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
}
