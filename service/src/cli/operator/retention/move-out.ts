import type { Db, Tx } from '../../../db/db.ts'
import { type ArchiveFile, archiveFile } from './archive.ts'
import { attempts } from './attempts.sql.ts'
import { eventBodies } from './event-bodies.sql.ts'
import type { LookedAt, LookOptions, Movable } from './movable.ts'
import { operations } from './operation-details.sql.ts'
import { listOwners } from './scope.sql.ts'

export const movables: readonly Movable[] = [eventBodies, attempts, operations]

/** Few enough to keep in memory and to lock, even when every event is as large as one may be. */
const atOnce = 200

export interface Moved {
  kind: Movable['kind']
  rows: number
  bytes: number
  /** Null when there was nothing to write. */
  file: string | null
}

interface MoveOptions {
  cutoff: Date
  /** Null: only look. */
  archive: string | null
  isStopped(): boolean
  progress(moved: Moved): void
}

/**
 * Moves out what is older. Each batch is on disk in the archive before its rows are changed, in one transaction: a
 * crash may write a row twice but loses none.
 */
export async function moveOut(db: Db, options: MoveOptions): Promise<Moved[]> {
  const owners = await listOwners(db)
  const name = `svcpay-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  const all: Moved[] = []
  for (const movable of movables) {
    const file = options.archive === null ? null : archiveFile(options.archive, `${name}-${movable.kind}`)
    all.push(await moveKind(db, movable, owners, file, options).finally(() => file?.close()))
  }
  return all
}

async function moveKind(
  db: Db,
  movable: Movable,
  owners: string[],
  file: ArchiveFile | null,
  { cutoff, isStopped, progress }: MoveOptions,
): Promise<Moved> {
  const total: Moved = { kind: movable.kind, rows: 0, bytes: 0, file: null }
  for (const merchantId of owners) {
    let after: string[] | null = null
    while (!isStopped()) {
      const options: LookOptions = { cutoff, after, limit: atOnce, withContent: file !== null }
      const looked: LookedAt[] = await db.begin(tx => movable.look(tx, merchantId, options))
      const moving = looked.filter(({ bytes }) => bytes !== null)
      if (moving.length > 0) {
        await file?.write(moving.flatMap(({ line }) => line ?? []))
        const move = (tx: Tx) => movable.moveOut(tx, merchantId, cutoff, moving)
        total.rows += file ? await db.begin(move) : moving.length
        total.bytes += moving.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
        total.file = file?.path ?? null
        progress(total)
      }
      after = looked.at(-1)?.position ?? null
      if (looked.length < atOnce) break
    }
  }
  return total
}
