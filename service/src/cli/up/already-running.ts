import { EmbeddedPostgresError } from 'svcpay-embedded-database'
import { systemClock } from '../../clock.ts'
import { CommandFault, type Context } from '../context.ts'
import { withDatabase } from '../database.ts'
import { findInstance } from '../instance.ts'

/** When svcpay runs on this data dir: says where, with a fresh sign-in link. Any other fault stays what it is. */
export async function pointToRunning(context: Context, dataDir: string, fault: unknown): Promise<unknown> {
  if (!(fault instanceof EmbeddedPostgresError) || fault.code !== 'data_dir_locked') return fault
  const instance = findInstance(dataDir)
  if (!instance) return fault
  const { url, adminUrl } = instance
  const { createSignInLink } = await import('../../console/sign-in-codes.ts')
  const consoleUrl = await withDatabase(context, db =>
    createSignInLink({ db, clock: systemClock }, adminUrl ?? url),
  ).catch(() => `${adminUrl ?? url}/console`)
  return new CommandFault(
    `${fault.message}\nIts API is at ${url}/v1\nSign in to its console at ${consoleUrl}`,
  )
}
