import { type Config, ConfigFaults, type Env, faultsOf, readConfig, readUpConfig } from '../../config.ts'
import { keptSecret, newEncryptionKey, newOperatorToken, withDefaults } from '../secrets.ts'

// the embedded database has no address until it runs
const embedded = { DATABASE_URL: () => 'postgres://embedded' }

/** Reports every faulty setting before anything is started. */
export function assertSettings(env: Env): void {
  const placeholders = {
    ...embedded,
    SVC_OPERATOR_TOKEN: newOperatorToken,
    SVC_ENCRYPTION_KEY: newEncryptionKey,
  }
  const faults = faultsOf(
    () => readUpConfig(env),
    () => readConfig(withDefaults(env, placeholders), 'up'),
  )
  if (faults.length > 0) throw new ConfigFaults(faults)
}

/** Settings that are not set come from the data dir, where the first run generates them. */
export function completeSettings(env: Env, dataDir: string): Config {
  const kept = {
    ...embedded,
    SVC_OPERATOR_TOKEN: () => keptSecret(dataDir, 'operator-token', newOperatorToken),
    SVC_ENCRYPTION_KEY: () => keptSecret(dataDir, 'encryption-key', newEncryptionKey),
  }
  return readConfig(withDefaults(env, kept), 'up')
}
