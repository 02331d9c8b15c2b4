import { readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from './kept-secrets.ts'

/** The addresses of a running `svcpay up`, kept in its data dir for the other commands. */
interface Instance {
  url: string
  adminUrl: string | null
  sandboxes: Record<string, string>
}

const fileOf = (dataDir: string) => join(dataDir, 'instance.json')

export function noteInstance(dataDir: string, instance: Instance): void {
  writeWhole(fileOf(dataDir), JSON.stringify({ pid: process.pid, ...instance }, null, 2))
}

export function forgetInstance(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true })
}

/** Null if none is running on this data dir. A killed instance leaves its file behind. */
export function findInstance(dataDir: string): Instance | null {
  try {
    const { pid, ...instance } = JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))
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

const longestLogBytes = 10 * 1024 * 1024

/** The log file of `svcpay up`, besides the terminal. A long log of earlier runs is moved aside. */
export function prepareLogFile(dataDir: string): string {
  const file = join(dataDir, 'svcpay.log')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > longestLogBytes) renameSync(file, `${file}.1`)
  return file
}
