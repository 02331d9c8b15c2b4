import { statfs } from 'node:fs/promises'
import { ConfigFaults, ignoredSettings, readConfig } from '../../../config.ts'
import type { Context } from '../../context.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

export function checkSettings({ env }: Context): Finding[] {
  const ignored = ignoredSettings(env).map(sentence =>
    warning('settings', sentence, 'Correct its name, or remove it.'),
  )
  try {
    readConfig(env, 'serve')
  } catch (error) {
    if (!(error instanceof ConfigFaults)) throw error
    return [...error.faults.map(found => fault('settings', found, 'Set it as the message says.')), ...ignored]
  }
  return ignored.length > 0 ? ignored : [ok('settings', 'All settings are valid.')]
}

const minFreeBytes = 2 ** 30

/** Of the working directory: the log is usually there as well. */
export async function checkDisk({ cwd }: Context): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(cwd)
  const free = bavail * bsize
  const found = `${(free / 2 ** 30).toFixed(1)} GB are free in ${cwd}.`
  if (free >= minFreeBytes) return [ok('disk', found)]
  return [warning('disk', found, 'Make room: log lines that cannot be written are lost.')]
}
