import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { compactLines } from './compact.ts'
import { DataDirError } from './data-dir-error.ts'
import { idempotencyTtlMs } from './idempotency-entry.ts'
import { takeLock } from './lock.ts'
import { type Change, encodeLine, replayLine, type State } from './log-codec.ts'
import { type LogFile, openLogFile } from './log-file.ts'

const compactAboveBytes = 16 * 1024 * 1024

/** The log's first line. It changes with the format of the records, so that no release misreads another's log. */
const header = '{"format":3}'

interface DataDir {
  /** Returns once the operating system has the changes, so that killing this process cannot lose them. */
  append(changes: readonly Change[]): void
  clear(): void
  close(): void
}

/** Reads the log into `state` and keeps it open for appending. */
export function openDataDir(dir: string, state: State, now: () => number): DataDir {
  const lockPath = join(dir, 'lock')
  const logPath = join(dir, 'sandbox.log')
  try {
    makeDirectory(resolve(dir))
    takeLock(lockPath, dir)
    let log = readLog(logPath, state, now)
    if (log.wasteful && log.file.bytes > compactAboveBytes) {
      log.file.close()
      rewrite(logPath, state)
      log = { file: openLogFile(logPath, () => {}), wasteful: false }
    }
    const { file } = log
    return {
      append: changes => file.append(encodeLine(changes)),
      clear() {
        file.truncate()
        file.append(header)
      },
      close() {
        file.close()
        rmSync(lockPath, { force: true })
      },
    }
  } catch (error) {
    if (error instanceof DataDirError) throw error
    throw new DataDirError(
      `data dir ${dir} cannot be used: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Node's recursive mkdir never returns for a path below an existing directory that accepts no entries, such as /proc. */
function makeDirectory(dir: string): void {
  if (existsSync(dir) || dirname(dir) === dir) return
  makeDirectory(dirname(dir))
  mkdirSync(dir)
}

function readLog(path: string, state: State, now: () => number): { file: LogFile; wasteful: boolean } {
  let changes = 0
  let isOther = false
  const file = openLogFile(path, (line, number) => {
    if (number === 1) isOther = line !== header && /^(\[\[|\{"format":)/.test(line)
    if (isOther || line === header) return
    try {
      changes += replayLine(state, line)
    } catch (error) {
      throw new DataDirError(
        `${path} is damaged at line ${number}: ${error instanceof Error ? error.message : error}`,
      )
    }
  })
  if (isOther) {
    process.stderr.write(`svcpay-sandbox: ${path} is from another release, so the sandbox starts empty.\n`)
    file.truncate()
  }
  if (file.bytes === 0) file.append(header)
  const oldest = now() + state.clockOffset - idempotencyTtlMs
  for (const [id, entry] of state.idempotency) if (entry.at < oldest) state.idempotency.delete(id)
  let live = state.idempotency.size
  for (const table of Object.values(state.tables)) live += table.size
  return { file, wasteful: changes > live * 2 }
}

function rewrite(path: string, state: State): void {
  const next = `${path}.next`
  const fd = openSync(next, 'w', 0o600)
  writeSync(fd, `${header}\n`)
  for (const line of compactLines(state)) writeSync(fd, `${line}\n`)
  fsyncSync(fd)
  closeSync(fd)
  renameSync(next, path)
}
