import { type Config, ConfigFaults, readConfig } from '../../../config.ts'
import { CommandFault, type Context } from '../../context.ts'
import { counted, table } from '../../output.ts'
import { checkDatabase } from './database.ts'
import type { Finding } from './finding.ts'
import { checkDisk, checkSettings } from './machine.ts'
import { checkProcessors } from './processor.ts'

/** Looks at everything that an instance needs, changes nothing, and says what to do. */
export async function doctor(context: Context, { json }: { json?: boolean }): Promise<void> {
  const config = configOf(context)
  const findings = [
    checkSettings(context),
    ...(await Promise.all([
      config ? checkDatabase(config) : [],
      config ? checkProcessors(config) : [],
      checkDisk(context),
    ])),
  ].flat()
  context.print(json ? JSON.stringify(findings, null, 2) : described(findings))
  const faults = findings.filter(({ state }) => state === 'fault')
  if (faults.length > 0) throw new CommandFault(`${counted(faults.length, 'fault')} found.`)
}

/** The check of the settings reports what is missing. Without settings, nothing else can be checked. */
function configOf({ env }: Context): Config | null {
  try {
    return readConfig(env, 'serve')
  } catch (error) {
    if (error instanceof ConfigFaults) return null
    throw error
  }
}

function described(findings: Finding[]): string {
  const rows = findings.map(({ state, check, found, remedy }) => [
    state,
    check,
    remedy ? `${found} ${remedy}` : found,
  ])
  return table(['STATE', 'CHECK', 'FOUND'], rows)
}
