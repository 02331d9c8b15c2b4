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
    () => readConfig(completedBy(placeholders, env), 'up'),
  )
  if (faults.length > 0) throw new ConfigFaults(faults)
}

/** What was not set comes from the data dir, made there on the first run. */
export function completeSettings(env: Env, dataDir: string): Config {
  const isSet = (name: string) => name in given(env) || `${name}_FILE` in given(env)
  const kept = (name: string, file: string, make: () => string) =>
    isSet(name) ? {} : { [name]: keptSecret(dataDir, file, make) }
  const defaults: Env = {
    // the embedded database has an address once it runs
    DATABASE_URL: 'postgres://embedded',
    ...kept('SVC_OPERATOR_TOKEN', 'operator-token', newOperatorToken),
    ...kept('SVC_ENCRYPTION_KEY', 'encryption-key', newEncryptionKey),
  }
  return readConfig(completedBy(defaults, env), 'up')
}

/** A value from a file takes the place of a default, too. */
function completedBy(defaults: Env, env: Env): Env {
  const set = given(env)
  const missing = Object.entries(defaults).filter(([name]) => !(`${name}_FILE` in set))
  return { ...Object.fromEntries(missing), ...set }
}

/** A variable set to nothing counts as not set. */
function given(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
}
