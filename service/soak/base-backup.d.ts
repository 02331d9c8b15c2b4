export interface ArchivedPostgres {
  /** The server's URL, without a database. */
  url: string
  /** Takes a base backup of the running server. */
  backUp(): Promise<void>
  /** Returns a moment, by the database's clock, that can be restored: its WAL is in the archive. */
  mark(): Promise<string>
  /** Kills the server as a crash would, and starts the backup, restored to this moment. */
  restoreTo(moment: string): Promise<void>
  stop(): Promise<void>
}

export function startArchivedPostgres(
  dir: string,
  settings?: Record<string, string>,
): Promise<ArchivedPostgres>
