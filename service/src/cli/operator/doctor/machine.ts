import { statfs } from 'node:fs/promises'
import { type Config, ConfigFaults, ignoredSettings, readConfig } from '../../../config.ts'
import type { Context } from '../../context.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

/** Without valid settings, nothing else can be checked. */
export function checkSettings({ env }: Context): { config: Config | null; findings: Finding[] } {
  const ignored = ignoredSettings(env).map(sentence =>
    warning('settings', sentence, 'Correct its name, or remove it.'),
  )
  try {
    const config = readConfig(env, 'serve')
    return { config, findings: ignored.length > 0 ? ignored : [ok('settings', 'All settings are valid.')] }
  } catch (error) {
    if (!(error instanceof ConfigFaults)) throw error
    const faults = error.faults.map(found => fault('settings', found, 'Set it as the message says.'))
    return { config: null, findings: [...faults, ...ignored] }
  }
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
