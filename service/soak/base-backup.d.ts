export interface ArchivedPostgres {
  /** Of the server, without a database. */
  url: string
  /** A base backup of the running server. */
  backUp(): Promise<void>
  /** A moment that can be restored, by the database's clock: its WAL is in the archive. */
  mark(): Promise<string>
  /** Ends the server as a crash does, and starts what was backed up, as it was at a moment. */
  restoreTo(moment: string): Promise<void>
  stop(): Promise<void>
}

export function startArchivedPostgres(
  dir: string,
  settings?: Record<string, string>,
): Promise<ArchivedPostgres>
