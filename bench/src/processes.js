import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { median } from './statistics.js'

const ticksPerSecond = 100

/** The fields of /proc/<pid>/stat after the command, which may itself contain spaces and parentheses. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

const milliseconds = ticks => (ticks * 1000) / ticksPerSecond

/** CPU time of a process and its children, past and present: the kernel adds the time of exited children to the parent. */
export function cpuMsOfFamily(pid) {
  const parent = statOf(pid)
  if (!parent) return Number.NaN
  const own = parent.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => statOf(name) ?? [])
    .filter(stat => Number(stat[1]) === pid)
    .reduce((sum, stat) => sum + milliseconds(Number(stat[11]) + Number(stat[12])), milliseconds(own))
}

export function residentMb(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

export function describeMachine(postgresVersion) {
  const cpus = os.cpus()
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
    postgres: postgresVersion,
    loadBefore: os.loadavg()[0],
    fsyncMs: medianFsyncMs(),
  }
}

/** How long an fsync takes, which every commit has to wait for. */
function medianFsyncMs() {
  const dir = mkdtempSync(join(os.tmpdir(), 'svcpay-fsync-'))
  const file = openSync(join(dir, 'probe'), 'w')
  const block = Buffer.alloc(8192, 1)
  const times = Array.from({ length: 40 }, () => {
    const began = performance.now()
    writeSync(file, block)
    fsyncSync(file)
    return performance.now() - began
  })
  closeSync(file)
  rmSync(dir, { recursive: true })
  return median(times)
}
