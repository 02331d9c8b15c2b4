import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const maxBytes = 10 * 1024 * 1024

export const logFileOf = (dataDir: string) => join(dataDir, 'svcpay.log')

/** Where `svcpay up` logs to, besides the terminal. A long log of earlier runs is put aside. */
export function prepareLogFile(dataDir: string): string {
  const file = logFileOf(dataDir)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxBytes) renameSync(file, `${file}.1`)
  return file
}
