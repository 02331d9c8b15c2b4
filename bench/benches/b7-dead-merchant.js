import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const title = 'callbacks of 100 healthy merchants beside a dead one with a long queue'
export const floor = 'the same without the dead one'

const program = fileURLToPath(new URL('../backlog.js', import.meta.url))

export async function run(bench) {
  const { backlog, seconds, rounds } = bench.options
  bench.report(`${backlog} callbacks waiting`)
  const settings = { backlog, seconds, turns: rounds * 2 }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--only-ratio', ...args])
  const lines = stdout.split('\n').filter(line => line.startsWith('{'))
  const line = what => lines.map(text => JSON.parse(text)).find(each => each.what === what)
  const [alone, beside] = [line('without'), line('with')]
  return {
    sides: { 'with a dead merchant': latencyOf(beside), alone: latencyOf(alone) },
    figures: {
      p99: { value: beside.ms.p99 / alone.ms.p99, of: beside.ms.p99, to: alone.ms.p99, scale: backlog },
    },
  }
}

const latencyOf = ({ callbacks, ms, workerCpuMsEach }) => ({
  operations: callbacks,
  cpuMs: workerCpuMsEach,
  latency: { count: callbacks, ...ms },
})
