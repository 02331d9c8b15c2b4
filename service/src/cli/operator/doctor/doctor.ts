import { CommandFault, type Context } from '../../context.ts'
import { counted, table } from '../../output.ts'
import { checkDatabase } from './database.ts'
import type { Finding } from './finding.ts'
import { checkDisk, checkSettings } from './machine.ts'
import { checkProcessors } from './processor.ts'

/** Looks at everything that an instance needs, changes nothing, and says what to do. */
export async function doctor(context: Context, { json }: { json?: boolean }): Promise<void> {
  const { config, findings: ofSettings } = checkSettings(context)
  const others = await Promise.all([
    config ? checkDatabase(config) : [],
    config ? checkProcessors(config) : [],
    checkDisk(context),
  ])
  const findings = [...ofSettings, ...others.flat()]
  context.print(json ? JSON.stringify(findings, null, 2) : described(findings))
  const faults = findings.filter(({ state }) => state === 'fault')
  if (faults.length > 0) throw new CommandFault(`${counted(faults.length, 'fault')} found.`)
}

function described(findings: Finding[]): string {
  const rows = findings.map(({ state, check, found, remedy }) => [
    state,
    check,
    remedy ? `${found} ${remedy}` : found,
  ])
  return table(['STATE', 'CHECK', 'FOUND'], rows)
}
