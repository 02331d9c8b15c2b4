import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { copyDir } from '../../../embedded-database/test/used-dir.ts'
import type { Env } from '../../src/config.ts'
import { launch, type Outcome, type Running, temporaryFolder } from './cli.ts'
import { untilReady } from './process.ts'

/** `svcpay up` with its own data dir, for all tests of a file. Each test leaves it running. */
export interface UpInstance {
  cwd: string
  dataDir: string
  process: Omit<Running, 'pid'>
  url: string
  /** The banners of the last and of the first start. */
  banner: string
  firstBanner: string
  /** Everything that the first start printed, including the banner. */
  firstOutput: string
  /** Starts it again after a test has ended it. */
  start(): Promise<void>
  postgresPid(): number
  /** Runs an operator command against it. Like a person's, the command finds it by PORT and data dir. */
  svcpay(...args: string[]): Promise<Outcome>
}

export interface UpOptions {
  env?: Env
  /** Options of the command. */
  args?: string[]
  /** Makes the first start set up PostgreSQL, as it does for users. */
  setsUpPostgres?: boolean
  /** Runs in the process of the tests, which has already loaded the service; without its log. */
  isHere?: boolean
}

export function useUpInstance(options: UpOptions = {}): UpInstance {
  const { setsUpPostgres = false, isHere = false } = options
  const env = { PORT: '0', SANDBOX_PORT: '0', ...(isHere ? { LOG_LEVEL: 'fatal' } : {}), ...options.env }
  const folder = temporaryFolder()
  const instance = {
    cwd: folder.path,
    dataDir: join(folder.path, 'data'),
    async start() {
      const start = isHere ? (await inThisProcess()).launchHere : launch
      instance.process = start(['up', ...(options.args ?? [])], env, folder.path)
      const output = await instance.process.says(/^[\s\S]*Ctrl-C stops everything/)
      instance.banner = output.slice(output.indexOf('svcpay is up'))
      instance.firstBanner ??= instance.banner
      instance.firstOutput ??= output
      instance.url = /API +(http\S+)\/v1/.exec(instance.banner)?.[1] ?? ''
      await untilReady(instance.url)
    },
    postgresPid: () =>
      Number(readFileSync(join(instance.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    svcpay: async (...args: string[]) =>
      await (await inThisProcess()).run(args, envFor(instance), folder.path),
  } as UpInstance
  beforeAll(async () => {
    if (!setsUpPostgres) await copyDir(inject('usedDir'), instance.dataDir)
    await instance.start()
  })
  afterAll(async () => {
    await instance.process.signal('SIGTERM')
    folder.remove()
  })
  return instance
}

/** Imported on demand, because it loads the whole command line. */
const inThisProcess = () => import('../cli/in-process.ts')

function envFor({ url, dataDir }: UpInstance): Env {
  return { PORT: new URL(url).port, SVC_DATA_DIR: dataDir }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
