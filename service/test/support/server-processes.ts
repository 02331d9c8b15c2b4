import postgres from 'postgres'

/** Ends the connections of all others to a database, and waits until the server's processes are gone. They hand in their figures when they end, and new ones have new settings. */
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
