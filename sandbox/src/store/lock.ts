import { readFileSync, writeFileSync } from 'node:fs'
import { DataDirError } from './data-dir-error.ts'

/**
 * Two sandboxes on one log would mix their lines. A lock whose process no longer exists, as
 * after kill -9, does not count. Nor does one whose process id now belongs to another process, as happens in containers.
 */
export function takeLock(path: string, dir: string): void {
  const [pid, startedAt] = readHolder(path)
  if (pid !== undefined && pid !== process.pid && isAlive(pid)) {
    const now = startOf(pid)
    if (startedAt === undefined || now === undefined || startedAt === now) {
      throw new DataDirError(`data dir ${dir} is in use by process ${pid}`)
    }
  }
  writeFileSync(path, `${process.pid} ${startOf(process.pid) ?? ''}\n`, { mode: 0o600 })
}

function readHolder(path: string): [pid?: number, startedAt?: string] {
  try {
    const [pid, startedAt] = readFileSync(path, 'utf8').trim().split(' ')
    return startedAt ? [Number(pid), startedAt] : [Number(pid)]
  } catch {
    return []
  }
}

/** When a process started, in clock ticks. Unknown without /proc. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in brackets, and may hold spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
