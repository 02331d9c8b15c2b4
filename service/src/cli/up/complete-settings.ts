import { type Config, ConfigFaults, type Env, faultsOf, readConfig, readUpConfig } from '../../config.ts'
import { keptSecret, newEncryptionKey, newOperatorToken, withDefaults } from '../data-dir.ts'

const settingsOf = (env: Env, secret: (name: string, make: () => string) => string) =>
  readConfig(
    withDefaults(env, {
      // the embedded database has no address until it runs
      DATABASE_URL: () => 'postgres://embedded',
      SVC_OPERATOR_TOKEN: () => secret('operator-token', newOperatorToken),
      SVC_ENCRYPTION_KEY: () => secret('encryption-key', newEncryptionKey),
    }),
    'up',
  )

/** Reports every faulty setting before anything is started. */
export function assertSettings(env: Env): void {
  const faults = faultsOf(
    () => readUpConfig(env),
    () => settingsOf(env, (_name, make) => make()),
  )
  if (faults.length > 0) throw new ConfigFaults(faults)
}

/** Reads unset settings from the data dir, where the first run generates them. */
export const completeSettings = (env: Env, dataDir: string): Config =>
  settingsOf(env, (name, make) => keptSecret(dataDir, name, make))
