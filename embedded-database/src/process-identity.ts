import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

interface ProcessIdentity {
  /** Distinguishes this process from every other that ever had the same pid. */
  startedAt: string
  command: string
}

/** Null if there is no such process. A zombie does not count, because it no longer holds anything. */
export function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid)
}

async function identifyByProc(pid: number): Promise<ProcessIdentity | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The command is in parentheses, and may itself contain spaces and parentheses.
  const [open, close] = [stat.indexOf('('), stat.lastIndexOf(')')]
  const fields = stat.slice(close + 2).split(' ')
  const [state, startTicks] = [fields[0], fields[19]]
  if (state === 'Z' || state === 'X' || startTicks === undefined) return null
  // Ticks are counted from boot, so the boot id is part of the identity.
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return { startedAt: `${boot.trim()}/${startTicks}`, command: stat.slice(open + 1, close) }
}

async function identifyByPs(pid: number): Promise<ProcessIdentity | null> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  const ps = (column: string) => promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)], { env })
  try {
    const [state, start, command] = await Promise.all([ps('state'), ps('lstart'), ps('comm')])
    if (state.stdout.trim().startsWith('Z')) return null
    return { startedAt: start.stdout.trim(), command: command.stdout.trim().replace(/^.*\//, '') }
  } catch {
    return null
  }
}
