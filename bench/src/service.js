import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { answer, ask } from './children.js'

const pathTo = name => fileURLToPath(new URL(`../../service/${name}`, import.meta.url))
export const command = pathTo('bin/svcpay.js')
/** The same program, one file per module, so that a profile shows which package a function belongs to. */
const unbundled = pathTo('dist/main.js')
const countAllocations = new URL('../processes/allocations.js', import.meta.url).href

export const secrets = {
  operatorToken: randomBytes(24).toString('hex'),
  webhook: `whsec_${randomBytes(16).toString('hex')}`,
  // the same in every process, because one process fills a database that another measures
  encryptionKey: createHash('sha256').update('svcpay bench').digest(),
}

/** The settings of a service that the bench can call. */
export const environment = ({ databaseUrl, processorUrl }) => ({
  PORT: '0',
  LOG_LEVEL: 'info',
  DATABASE_URL: databaseUrl,
  SVC_OPERATOR_TOKEN: secrets.operatorToken,
  SVC_ENCRYPTION_KEY: secrets.encryptionKey.toString('base64'),
  SVC_RATE_LIMIT_PER_SECOND: '0',
  SVC_STOP_DELAY_MS: '0',
  SVC_CALLBACK_ALLOW_PRIVATE: 'true',
  STRIPE_API_BASE: processorUrl,
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
  STRIPE_WEBHOOK_SECRET: secrets.webhook,
})

/**
 * `svcpay serve` in its own process, as in production. With `allocations`, it can be asked how much it allocates.
 * @param {{ databaseUrl: string, processorUrl: string, role?: string, profileDir?: string | null,
 *   allocations?: boolean, env?: Record<string, string> }} options
 */
export async function startService({
  databaseUrl,
  processorUrl,
  role = 'all',
  profileDir = null,
  allocations = false,
  env = {},
}) {
  const profiling = profileDir
    ? ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', profileDir]
    : []
  const counting = allocations ? ['--import', countAllocations] : []
  const program = profileDir || allocations ? unbundled : command
  const child = spawn(process.execPath, [...profiling, ...counting, program, 'serve', '--role', role], {
    env: { PATH: process.env.PATH, ...environment({ databaseUrl, processorUrl }), ...env },
    stdio: ['ignore', 'pipe', 'inherit', ...(allocations ? [/** @type {const} */ ('ipc')] : [])],
    serialization: 'advanced',
  })
  const counted = allocations ? answer(child, 'the service') : null
  const url = await listening(child)
  await counted
  return {
    url,
    pid: child.pid,
    allocations: allocations ? task => ask(child, 'the service', { task }) : null,
    stop: () => stop(child),
  }
}

function listening(child) {
  const lines = createInterface({ input: child.stdout })
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the service ended before it listened (${code})`)))
    lines.on('line', line => {
      if (!line.includes('"listening"')) return
      resolve(JSON.parse(line).url)
      // The rest is read and dropped, which costs little.
      lines.close()
      child.stdout.resume()
    })
  })
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(killTimer)
}
