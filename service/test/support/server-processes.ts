import postgres from 'postgres'

/**
 * Ends all other connections to a database, and waits until their server processes are gone. Processes report their
 * statistics when they end, and new ones use the new settings.
 */
export async function endConnections(databaseUrl: string): Promise<void> {
  const own = postgres(databaseUrl, { max: 1 })
  try {
    await own`
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
  } finally {
    await own.end()
  }
}
