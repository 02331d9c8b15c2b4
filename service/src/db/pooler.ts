import postgres from 'postgres'
import { type Db, sessionLimits } from './db.ts'
import { UnusableDatabase } from './unavailable.ts'

/**
 * A pooler shares one server connection among many clients. Settings of the connection and prepared statements then
 * affect whichever client comes next, and LISTEN receives nothing.
 */
export async function refuseUnpreparedPooler(db: Db): Promise<void> {
  // without parameters, so that nothing is prepared
  const rows = await db
    .unsafe<{ pid: number; role: string; isUnlimited: boolean }[]>(`
      select pg_backend_pid() as pid, quote_ident(current_user) as role,
        '0' in (current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout')) as is_unlimited`)
    .catch(error => {
      throw isStartupRefused(error) ? new UnusableDatabase(needsDirectUrl) : error
    })
  const [found] = rows
  if (!found) return
  // a pooler reports a made-up process to its clients
  if (!db.isPooled && rows.state.pid !== found.pid) throw new UnusableDatabase(needsDirectUrl)
  if (db.isPooled && found.isUnlimited) throw new UnusableDatabase(needsLimits(found.role))
}

const needsDirectUrl =
  'DATABASE_URL points to a connection pooler: also set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'

function needsLimits(role: string): string {
  const settings = Object.entries(sessionLimits).map(
    ([name, ms]) => `alter role ${role} set ${name} = '${ms / 1000}s';`,
  )
  return `Behind a connection pooler, time limits come from the role: run ${settings.join(' ')} and reconnect the pooler.`
}

/** PgBouncer refuses clients that request a setting that it does not keep per client. */
function isStartupRefused(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /unsupported startup parameter/.test(error.message)
}
