import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from 'svcpay-embedded-database'
import { cpuMsOfFamily, residentMb } from '../src/processes.js'
import { command } from '../src/service.js'
import { median, spread } from '../src/statistics.js'

export const title = 'first and second start; idle memory and CPU of the service'
export const floor = null

const settleMs = 5000
const idleSeconds = 20

export async function run(bench) {
  const fresh = []
  const again = []
  for (let round = 1; round <= bench.options.rounds; round++) {
    bench.report(`start ${round} of ${bench.options.rounds}`)
    const dir = await mkdtemp(join(tmpdir(), 'svcpay-start-'))
    try {
      fresh.push(await secondsToBanner(dir))
      again.push(await secondsToBanner(dir))
    } finally {
      await rm(dir, { recursive: true, force: true, maxRetries: 10 })
    }
  }
  const world = await bench.openWorld('idle', { merchants: 1 })
  const figure = values => ({ value: median(values), spread: spread(values) })
  const figures = { fresh: figure(fresh), again: figure(again) }
  for (const role of ['api', 'worker']) figures[role] = await idleCpu(bench, world, role)
  const service = await world.start()
  await pause(settleMs)
  return { sides: {}, figures: { ...figures, memory: { value: residentMb(service.pid) } } }
}

/** Milliseconds of CPU per second, of the process and of PostgreSQL, while both are idle. */
async function idleCpu({ server, report }, world, role) {
  const service = await world.start(role)
  report(`idle ${role}`)
  await pause(settleMs)
  const spent = () => [cpuMsOfFamily(service.pid), cpuMsOfFamily(server.pid)]
  const before = spent()
  await pause(idleSeconds * 1000)
  const [of, to] = spent().map((ms, i) => (ms - before[i]) / idleSeconds)
  await service.stop()
  return { value: of + to, of, to }
}

/** Runs `svcpay up` until it reports that everything is up: database, sandbox, API, worker and console. */
async function secondsToBanner(dir) {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const began = performance.now()
  const child = spawn(process.execPath, [command, 'up'], {
    cwd: dir,
    env: { PATH: process.env.PATH, PORT: String(port), SANDBOX_PORT: String(sandboxPort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    return await new Promise((resolve, reject) => {
      child.stdout.on('data', text => {
        if (String(text).includes('svcpay is up')) resolve((performance.now() - began) / 1000)
      })
      ended.then(() => reject(new Error('svcpay up ended before it was up')))
    })
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
