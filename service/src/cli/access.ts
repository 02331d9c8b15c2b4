import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { type OperatorAccess, readOperatorAccess, readSandboxAccess } from '../config.ts'
import type { Context } from './context.ts'
import { findInstance } from './instance.ts'
import { findKeptSecret } from './kept-secrets.ts'

/** SVC_DATA_DIR, or the `data` folder here or in the nearest folder above, as git does. */
export function dataDirOf({ env, cwd }: Context): string {
  const { dataDir } = readOperatorAccess(env)
  if (env.SVC_DATA_DIR?.trim()) return resolve(cwd, dataDir)
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'data', 'operator-token'))) return join(folder, 'data')
    if (folder === dirname(folder)) return resolve(cwd, dataDir)
  }
}

/** The folder where this user's commands keep state between runs. It does not depend on the working directory. */
export function stateDirOf({ env }: Context): string {
  const given = env.XDG_STATE_HOME?.trim() ?? ''
  return join(isAbsolute(given) ? given : join(homedir(), '.local', 'state'), 'svcpay')
}

/** The instance running on the data dir, unless an address is set. */
export function accessOf(context: Context): OperatorAccess {
  const settings = readOperatorAccess(context.env)
  const dataDir = dataDirOf(context)
  const instance = isSet(context, 'HOST', 'PORT', 'SVC_ADMIN_PORT') ? null : findInstance(dataDir)
  return {
    url: instance ? (instance.adminUrl ?? instance.url) : settings.url,
    apiUrl: instance?.url ?? settings.apiUrl,
    token: settings.token ?? findKeptSecret(dataDir, 'operator-token'),
    dataDir,
  }
}

export function sandboxAccessOf(context: Context): { url: string; secretKey: string } {
  const settings = readSandboxAccess(context.env)
  const instance = isSet(context, 'SANDBOX_PORT', 'STRIPE_API_BASE') ? null : findInstance(dataDirOf(context))
  return { ...settings, url: Object.values(instance?.sandboxes ?? {})[0] ?? settings.url }
}

/** Port 0 is not an address: it asks for any free port. */
function isSet({ env }: Context, ...names: string[]): boolean {
  return names.some(name => (env[name]?.trim() || '0') !== '0')
}
