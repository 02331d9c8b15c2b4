import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Logger, pino } from 'pino'
import { Agent, type Dispatcher, request } from 'undici'
import { afterAll, beforeAll } from 'vitest'
import { waitUntil } from '../../../vitest.waits.ts'
import type { Clock } from '../../src/clock.ts'
import { type Config, type Env, type Role, readConfig } from '../../src/config.ts'
import type { DoorLimits } from '../../src/http/doors/limits.ts'
import type { ProcessorLimits } from '../../src/processors/registry.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { createDatabase } from './database.ts'
import { expectDocumented } from './documented.ts'
import { encryptionKey, stripeSecrets } from './secrets.ts'

export const operatorToken = 'operator-token-5f0c9a7e41d2b836'

export function testEnv(databaseUrl: string): Env {
  return {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    SVC_OPERATOR_TOKEN: operatorToken,
    SVC_ENCRYPTION_KEY: encryptionKey,
    ...stripeSecrets,
    SVC_CALLBACK_ALLOW_PRIVATE: 'true',
    // each connection costs a server process; with fewer, statements of one kind would never run at the same time
    SVC_DATABASE_CONNECTIONS: '4',
    // events arrive by webhook, unless a test is about lost ones
    SVC_EVENT_SEARCH_SECONDS: '3600',
    SVC_RECONCILE_AT: 'off',
    // no proxy has to notice a stop, unless a test is about that
    SVC_STOP_DELAY_MS: '0',
    // a busy machine needs long to finish the requests in flight
    SVC_STOP_TIMEOUT_MS: '600000',
  }
}

export function testConfig(databaseUrl: string, env: Env = {}): Config {
  return readConfig({ ...testEnv(databaseUrl), ...env }, 'serve')
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

export interface Call {
  key?: string | undefined
  operator?: boolean
  body?: unknown
  raw?: string | Buffer
  headers?: Record<string, string>
}

export interface TestService extends RunningServer {
  config: Config
  /** The lines that the service has logged. */
  logged: string[]
  call(method: string, path: string, call?: Call): Promise<Answer>
  admin(method: string, path: string, body?: unknown): Promise<Answer>
  createMerchant(input?: Record<string, unknown>): Promise<CreatedMerchant>
}

export interface CreatedMerchant {
  merchantId: string
  apiKey: string
  callbackSigningSecret: string
}

export interface ServiceOptions {
  env?: Env
  /** Default: the API alone. Tests of jobs or callbacks need `all`. */
  role?: Role
  clock?: Clock
  doorLimits?: Partial<DoorLimits>
  processorLimits?: ProcessorLimits
  consolePages?: string
  /** Whether a test is about an instance that cannot use its database yet. */
  mayBeUnready?: boolean
}

/** Patient limits: a machine that is busy with tests is neither an overloaded service nor a slow processor. */
const patientDoors = { concurrency: { min: 1000, start: 1000, max: 1000 } }
export const patientWithProcessor = { timeoutMs: 240_000 }

export async function startService(databaseUrl: string, options: ServiceOptions = {}): Promise<TestService> {
  const config = testConfig(databaseUrl, options.env)
  const logged: string[] = []
  const log: Logger = pino({ level: 'trace', base: null }, { write: line => logged.push(line) })
  const { env: _, role = 'api', mayBeUnready = false, ...rest } = options
  const processorLimits = { ...patientWithProcessor, ...options.processorLimits }
  const server = await startServer({ config, role, log, doorLimits: patientDoors, ...rest, processorLimits })
  // if its database needs five seconds to answer, an instance waits for it, and refuses requests until then
  const hasLogged = (text: string) => logged.some(line => line.includes(text))
  if (!mayBeUnready && hasLogged('Waiting for it.'))
    await waitUntil(() => hasLogged('The database is ready.'))
  const call = async (method: string, path: string, given: Call = {}) => {
    const answer = await send(server.url + path, method, given)
    if (role !== 'worker') await expectDocumented(server.url, method, path, answer.status)
    return answer
  }
  const admin = (method: string, path: string, body?: unknown) =>
    call(method, `/admin/v1${path}`, { operator: true, body })
  return {
    ...server,
    config,
    logged,
    call,
    admin,
    async createMerchant(input = {}) {
      const name = `Merchant ${randomBytes(4).toString('hex')}`
      const { status, body } = await admin('POST', '/merchants', { name, ...input })
      if (status !== 201) throw new Error(`no merchant: ${JSON.stringify(body)}`)
      return body
    },
  }
}

/** A service with its own database, for all tests of a file. */
export function useService(options: ServiceOptions = {}): TestService {
  const handle = {} as TestService
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createDatabase()
    drop = database.drop
    Object.assign(handle, await startService(database.url, options))
  })
  afterAll(async () => {
    await handle.stop()
    await drop()
  })
  return handle
}

const decoders: Record<string, (body: Dispatcher.BodyMixin) => Promise<string>> = {
  br: async body => brotliDecompressSync(await body.arrayBuffer()).toString(),
  gzip: async body => gunzipSync(await body.arrayBuffer()).toString(),
}

/** Closes idle connections long before the service does: on a busy machine, it may close one that is just being reused. */
const dispatcher = new Agent({ keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 })

/** One HTTP call, its answer read to the end: as `fetch`, which would take five times as long. */
export async function send(
  url: string,
  method: string,
  { key, operator, body, raw, headers }: Call,
): Promise<Answer> {
  const content = raw ?? (body === undefined ? null : JSON.stringify(body))
  const response = await request(url, {
    dispatcher,
    method,
    headers: {
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(operator ? { authorization: `Bearer ${operatorToken}` } : {}),
      ...(typeof raw === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: content,
  }).catch(cause => {
    throw new TypeError('fetch failed', { cause })
  })
  const received = new Headers()
  for (const [name, value] of Object.entries(response.headers)) {
    for (const one of [value ?? []].flat()) received.append(name, one)
  }
  const isEndless = received.get('content-type') === 'text/event-stream'
  if (isEndless) response.body.on('error', () => {}).destroy()
  const decode = decoders[received.get('content-encoding') ?? '']
  const text = isEndless ? '' : await (decode ? decode(response.body) : response.body.text())
  const isJson = text !== '' && /json/.test(received.get('content-type') ?? '')
  return { status: response.statusCode, headers: received, text, body: isJson ? JSON.parse(text) : null }
}
