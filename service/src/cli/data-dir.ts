import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Env, readOperatorAccess, readSandboxAccess } from '../config.ts'
import { CommandFault, type Context } from './context.ts'

/** SVC_DATA_DIR, or the `data` folder here or in the nearest folder above, as git does. */
export function dataDirOf({ env, cwd }: Context): string {
  const given = env.SVC_DATA_DIR?.trim()
  if (given) return resolve(cwd, given)
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'data', 'operator-token'))) return join(folder, 'data')
    if (folder === dirname(folder)) return resolve(cwd, 'data')
  }
}

export function findKeptSecret(dataDir: string, name: string): string | null {
  const file = join(dataDir, name)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new CommandFault(`${file} cannot be read (${code}).`)
  }
}

/** Reads a secret from the data dir, or generates it on the first run. */
export function keptSecret(dataDir: string, name: string, make: () => string): string {
  const kept = findKeptSecret(dataDir, name)
  if (kept !== null) return kept
  const secret = make()
  writeWhole(join(dataDir, name), secret)
  return secret
}

/** Atomic, so that a crash cannot leave a half-written file. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export const newOperatorToken = () => `svc_operator_${randomBytes(24).toString('hex')}`
export const newEncryptionKey = () => randomBytes(32).toString('base64')

/** Adds defaults for unset settings. `<NAME>_FILE` also counts as setting one; an empty value does not. */
export function withDefaults(env: Env, defaults: Record<string, () => string | null>): Env {
  const completed = { ...env }
  for (const [name, find] of Object.entries(defaults)) {
    const isSet = env[name]?.trim() || env[`${name}_FILE`]?.trim()
    if (!isSet) completed[name] = find() ?? undefined
  }
  return completed
}

/** The addresses of a running `svcpay up`, kept in its data dir for the other commands. */
interface Instance {
  url: string
  adminUrl: string | null
  sandboxes: Record<string, string>
}

const instanceFile = (dataDir: string) => join(dataDir, 'instance.json')

export function storeInstance(dataDir: string, instance: Instance): void {
  writeWhole(instanceFile(dataDir), JSON.stringify({ pid: process.pid, ...instance }, null, 2))
}

export function forgetInstance(dataDir: string): void {
  rmSync(instanceFile(dataDir), { force: true })
}

/** Null if none is running on this data dir. A killed instance leaves its file behind. */
export function findInstance(dataDir: string): Instance | null {
  try {
    const { pid, ...instance } = JSON.parse(readFileSync(instanceFile(dataDir), 'utf8'))
    return isAlive(pid) ? instance : null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // the process is alive, but belongs to another user
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The instance running on the data dir, unless an address is set. */
export function accessOf(context: Context) {
  const settings = readOperatorAccess(context.env)
  const dataDir = dataDirOf(context)
  const instance = isSet(context, 'HOST', 'PORT', 'SVC_ADMIN_PORT') ? null : findInstance(dataDir)
  return {
    url: instance ? (instance.adminUrl ?? instance.url) : settings.url,
    apiUrl: instance?.url ?? settings.apiUrl,
    token: settings.token ?? findKeptSecret(dataDir, 'operator-token'),
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
