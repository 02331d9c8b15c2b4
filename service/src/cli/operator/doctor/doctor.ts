import { statfs } from 'node:fs/promises'
import { type Config, ConfigFaults, ignoredSettings } from '../../../config.ts'
import { CommandFault, type Context, printAnswer } from '../../context.ts'
import { dataDirOf, findInstance } from '../../data-dir.ts'
import { serviceConfigOf } from '../../database.ts'
import { counted, table } from '../../output.ts'
import { checkDatabase } from './check-database.ts'
import { checkProcessors } from './check-processors.ts'
import { type Finding, fault, ok, sentencesOf, warning } from './finding.ts'

/** Checks everything that an instance needs, changes nothing, and says what to do. */
export async function doctor(context: Context, { json }: { json?: boolean }): Promise<void> {
  const { config, findings: ofSettings } = await checkSettings(context)
  const checks = config ? [checkDatabase(config), checkProcessors(config)] : []
  const others = await Promise.all([...checks, checkDisk(context)])
  const findings = [...ofSettings, ...others.flat()]
  const rows = findings.map(finding => [finding.state, finding.check, sentencesOf(finding)])
  printAnswer(context, json, findings, () => table(['STATE', 'CHECK', 'FOUND'], rows))
  refuseFaults(findings)
}

export function refuseFaults(findings: Finding[]): void {
  const faults = findings.filter(({ state }) => state === 'fault').length
  if (faults > 0) throw new CommandFault(`${counted(faults, 'fault')} found.`)
}

/** Without valid settings, nothing else can be checked. */
async function checkSettings(context: Context): Promise<{ config: Config | null; findings: Finding[] }> {
  const remedy = 'Correct its name, or remove it.'
  const ignored = ignoredSettings(context.env).map(sentence => warning('settings', sentence, remedy))
  try {
    const config = await serviceConfigOf(context)
    const noPublicUrl = warning(
      'settings',
      'SVC_ADMIN_PORT is set but SVC_PUBLIC_URL is not, so links to the merchant portal have the operators’ address.',
      'Set SVC_PUBLIC_URL to the address that merchants use.',
    )
    const findings = [...ignored, ...(config.admin && config.publicUrl === null ? [noPublicUrl] : [])]
    return { config, findings: findings.length > 0 ? findings : [ok('settings', 'All settings are valid.')] }
  } catch (error) {
    if (!(error instanceof ConfigFaults)) throw error
    const faults = error.faults.map(found => fault('settings', found, 'Correct it as described.'))
    return { config: null, findings: [...faults, ...ignored] }
  }
}

const minFreeBytes = 2 ** 30

/** Checks the data directory of `svcpay up`, or else the working directory, because the log is usually there. */
async function checkDisk(context: Context): Promise<Finding[]> {
  const dataDir = dataDirOf(context)
  const folder = findInstance(dataDir) ? dataDir : context.cwd
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const found = `${(free / 2 ** 30).toFixed(1)} GB free in ${folder}.`
  if (free >= minFreeBytes) return [ok('disk', found)]
  return [warning('disk', found, 'Make room: log lines that cannot be written are lost.')]
}
